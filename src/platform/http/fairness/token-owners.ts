import { networkOf } from "#platform/http/server/network-of.ts";
import type { RequestOwner } from "./admission.ts";

/** Tokens that are remembered at most; then the memory begins again. */
const MOST_KNOWN = 10_000;

/** Whose share of the server a request takes, before it is authenticated. */
export interface TokenOwners {
  /** The share of the token's owner, or that of the address when the token was not seen yet. */
  of(request: Request, ip: string): RequestOwner;
  /** Remembers the owner of the request's token once it is authenticated; returns the owner. */
  remember(request: Request, who: RequestOwner, isKnown: boolean): RequestOwner;
}

/**
 * Remembers owners of tokens. It decides only about the order of requests, never about rights: a token that was revoked
 * waits in the queue of its former owner and is refused when its turn comes.
 */
export function createTokenOwners(): TokenOwners {
  const owners = new Map<string, RequestOwner>();
  return {
    of(request, ip) {
      const token = request.headers.get("authorization");
      const owner = token === null ? undefined : owners.get(token);
      return owner ?? { company: "public", person: networkOf(ip) };
    },
    remember(request, who, isKnown) {
      const token = isKnown ? request.headers.get("authorization") : null;
      if (token === null || owners.has(token)) return who;
      if (owners.size >= MOST_KNOWN) owners.clear();
      owners.set(token, who);
      return who;
    },
  };
}
