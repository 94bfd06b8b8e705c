import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { sha256 } from "#platform/ids.ts";

const NAME = "known_device";
const PURPOSE = "known-device";
const YEAR_S = 365 * 86_400;

const valueFor = (secrets: Pick<Secrets, "sign">, email: string): string =>
  secrets.sign(PURPOSE, sha256(email.toLowerCase())).slice(0, 48);

/**
 * `Set-Cookie` that marks a browser in which this e-mail has signed in. It gives no access; while others guess the
 * password, it gives the owner a separate allowance of attempts (docs/rules/limits.md#passwords).
 */
export const keepDevice = (secrets: Pick<Secrets, "sign">, email: string, https: boolean): string =>
  `${NAME}=${valueFor(secrets, email)}; Max-Age=${YEAR_S}; Path=/api/auth; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/** Whether the browser of this request has signed in with this e-mail before. */
export function isKnownDevice(secrets: Pick<Secrets, "sign">, email: string, request: Request): boolean {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name === NAME) return equalSecrets(valueFor(secrets, email), value);
  }
  return false;
}
