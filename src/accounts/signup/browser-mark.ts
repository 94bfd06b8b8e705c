import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Waiting } from "./waiting.ts";

const NAME = "signup";
const PURPOSE = "signup-browser";
/** Lifetime of the cookie, seconds: as long as a sign-up waits. */
const MAX_AGE_S = 7 * 86_400;

type Signer = Pick<Secrets, "sign">;

/**
 * The value of the cookie. It depends on the password hash, so a later sign-up with the same e-mail makes the cookie of
 * the earlier browser invalid.
 */
const valueFor = (secrets: Signer, { id, passwordHash }: Pick<Waiting, "id" | "passwordHash">): string =>
  secrets.sign(PURPOSE, `${id}:${passwordHash}`);

const attributes = (https: boolean) => `Path=/api/auth; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/** `Set-Cookie` that marks the browser that made a sign-up (docs/rules/sign-up.md#signed-in). */
export const keepMark = (secrets: Signer, waiting: Waiting, https: boolean): string =>
  `${NAME}=${valueFor(secrets, waiting)}; Max-Age=${MAX_AGE_S}; ${attributes(https)}`;

/** `Set-Cookie` that removes this cookie. */
export const dropMark = (https: boolean): string => `${NAME}=; Max-Age=0; ${attributes(https)}`;

/** Whether the browser of this request made this sign-up. */
export function hasMark(secrets: Signer, waiting: Waiting, request: Request): boolean {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name === NAME) return equalSecrets(valueFor(secrets, waiting), value);
  }
  return false;
}
