import type { Secrets } from "#platform/crypto/secrets.ts";
import type { BearerOwner, KeyOfRequest } from "#platform/http/cells/cell-rule.ts";
import { accessTokens } from "./access-token.ts";
import { directoryKeyOf, isApiKey } from "./api-key.ts";
import { bearerOf } from "./bearer.ts";

/**
 * The company of the bearer token of a request, or the key under which the directory has it. Checks signature and expiry
 * of an access token, but not its session. Null when there is no token or it is invalid.
 */
export function ownerOfBearer(
  secrets: Pick<Secrets, "key">,
  request: Request,
  nowMs: number,
): BearerOwner | KeyOfRequest | null {
  const token = bearerOf(request);
  if (token === undefined) return null;
  if (isApiKey(token)) return directoryKeyOf(token);
  return ownerOfToken(secrets, token, nowMs);
}

/** As `ownerOfBearer`, of an access token. */
export function ownerOfToken(
  secrets: Pick<Secrets, "key">,
  token: string,
  nowMs: number,
): BearerOwner | null {
  const claims = accessTokens({ secrets }).read(token, nowMs);
  if (typeof claims === "string") return null;
  return { companyId: claims.companyId, isSuper: claims.super === true };
}
