import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { randomCode, sha256 } from "#platform/ids.ts";

/**
 * What the cookie `jrt` holds: `<company>.<family>.<generation>.<signature>`. The family is random and names the
 * session (stored hashed); each rotation counts the generation up. The signature lets an old generation be told
 * from a made-up one, so that only a real replay ends a session.
 */
export interface RefreshToken {
  readonly companyId: number;
  readonly family: string;
  readonly generation: number;
}

export const newFamily = (): string => randomCode(32);
export const familyHash = (family: string): string => sha256(family);

const signature = (secrets: Secrets, { companyId, family, generation }: RefreshToken) =>
  secrets.sign("refresh-token", `${companyId}.${family}.${generation}`);

/** The same token every time: two tabs that refresh at once get the same answer. */
export function writeRefreshToken(secrets: Secrets, token: RefreshToken): string {
  return `${token.companyId}.${token.family}.${token.generation}.${signature(secrets, token)}`;
}

/** Undefined when it was not made here. */
export function readRefreshToken(secrets: Secrets, text: string): RefreshToken | undefined {
  const [company, family, generation, signed, ...rest] = text.split(".");
  if (!company || !family || !generation || !signed || rest.length > 0) return undefined;
  const token = { companyId: Number(company), family, generation: Number(generation) };
  if (!Number.isSafeInteger(token.companyId) || !Number.isSafeInteger(token.generation)) return undefined;
  return equalSecrets(signature(secrets, token), signed) ? token : undefined;
}
