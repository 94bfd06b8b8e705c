import { networkOf } from "#platform/http/server/caller.ts";
import type { RequestOwner } from "./admission.ts";

/** Maximum number of stored tokens; above it all are deleted. */
const MOST_KNOWN = 10_000;

/** The owner whose share of the server a request uses, before the request is authenticated. */
export interface TokenOwners {
  /** The owner of the token, or the address when the token is unknown. */
  of(request: Request, ip: string): RequestOwner;
  /** Stores the owner of the request's token after authentication; returns the owner. */
  remember(request: Request, who: RequestOwner, isKnown: boolean): RequestOwner;
}

/**
 * Stores the owners of tokens. It decides only about the order of requests, never about rights: a token that was revoked
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
