import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { randomCode, sha256 } from "#platform/ids.ts";

const NAME = "known_device";
const PURPOSE = "known-device";
const YEAR_S = 365 * 86_400;

const signatureOf = (secrets: Pick<Secrets, "sign">, email: string, device: string): string =>
  secrets.sign(PURPOSE, sha256(`${device} ${email.toLowerCase()}`)).slice(0, 48);

/**
 * `Set-Cookie` that marks a browser in which this e-mail has signed in, or in which its owner set a password by the
 * mailed code. It gives no access; while others guess the password, it gives this browser a separate allowance of
 * attempts (docs/rules/security.md#guessing). `device` is the id of a browser that has the cookie already.
 */
export function keepDevice(
  secrets: Pick<Secrets, "sign">,
  email: string,
  { https, device }: { readonly https: boolean; readonly device: string | null },
): string {
  const id = device ?? randomCode(12);
  const value = `${id}.${signatureOf(secrets, email, id)}`;
  return `${NAME}=${value}; Max-Age=${YEAR_S}; Path=/api/auth; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}

/** The id of a browser that has signed in with this e-mail before; null for other browsers. */
export function knownDevice(secrets: Pick<Secrets, "sign">, email: string, request: Request): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name !== NAME) continue;
    const [device = "", signature = ""] = value.split(".", 2);
    return equalSecrets(signatureOf(secrets, email, device), signature) ? device : null;
  }
  return null;
}
