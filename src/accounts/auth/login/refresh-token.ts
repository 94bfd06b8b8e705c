import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { randomCode, sha256 } from "#platform/ids.ts";

/**
 * Content of the cookie `jrt`: `<company>.<family>.<generation>.<signature>`. The family is random and
 * identifies the session (stored hashed); each rotation increments the generation. The signature
 * distinguishes an old generation from a forged one, so that only a real replay ends a session.
 */
export interface RefreshToken {
  readonly companyId: number;
  readonly family: string;
  readonly generation: number;
}

export const newFamily = (): string => randomCode(32);
export const familyHash = (family: string): string => sha256(family);

const signature = (secrets: Pick<Secrets, "sign">, { companyId, family, generation }: RefreshToken) =>
  secrets.sign("refresh-token", `${companyId}.${family}.${generation}`);

/** Writes a token as text. Deterministic, so that two tabs that refresh at the same time get the same token. */
export function writeRefreshToken(secrets: Pick<Secrets, "sign">, token: RefreshToken): string {
  return `${token.companyId}.${token.family}.${token.generation}.${signature(secrets, token)}`;
}

/** Reads a token; undefined when its signature is not ours. */
export function readRefreshToken(secrets: Pick<Secrets, "sign">, text: string): RefreshToken | undefined {
  const [company, family, generation, signed, ...rest] = text.split(".");
  if (!company || !family || !generation || !signed || rest.length > 0) return undefined;
  const token = { companyId: Number(company), family, generation: Number(generation) };
  if (!Number.isSafeInteger(token.companyId) || !Number.isSafeInteger(token.generation)) return undefined;
  return equalSecrets(signature(secrets, token), signed) ? token : undefined;
}
