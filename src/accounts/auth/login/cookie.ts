import { SESSION_TTL_MS } from "#accounts/auth/sessions/sessions.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { type RefreshToken, readRefreshToken } from "./refresh-token.ts";

const NAME = "jrt";
const attributes = (https: boolean) => `Path=/api/auth; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/**
 * `Set-Cookie` that stores the refresh token in the browser, inaccessible to scripts
 * (docs/rules/users.md#tokens).
 */
export const keepCookie = (refreshToken: string, https: boolean): string =>
  `${NAME}=${refreshToken}; Max-Age=${SESSION_TTL_MS / 1000}; ${attributes(https)}`;

/** `Set-Cookie` that deletes the refresh token. */
export const dropCookie = (https: boolean): string => `${NAME}=; Max-Age=0; ${attributes(https)}`;

/** The refresh token of a request; undefined when it is missing, forged, or sent because of another site (CSRF). */
export function cookieOf(secrets: Pick<Secrets, "sign">, request: Request): RefreshToken | undefined {
  const from = request.headers.get("sec-fetch-site");
  if (from !== null && from !== "same-origin" && from !== "none") return undefined;
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === NAME && value) return readRefreshToken(secrets, value);
  }
  return undefined;
}
