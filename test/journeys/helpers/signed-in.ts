import type { BrowserContextOptions } from "playwright-core";

/**
 * Browser state of a user who has just signed in, made by the same call as the login page: for journeys that are not
 * about signing in. The page is loaded once instead of twice, and no form is filled.
 */
export async function signedIn(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.status} ${await reply.text()}`);
  const { token } = (await reply.json()) as { token: string };
  const cookies = reply.headers.getSetCookie().map((line) => {
    const { name, value, path, httpOnly, maxAge } = Bun.Cookie.parse(line);
    const expires = Math.floor(Date.now() / 1000) + (maxAge ?? 0);
    const { hostname: domain } = new URL(url);
    return {
      name,
      value,
      domain,
      path: path ?? "/",
      expires,
      httpOnly,
      secure: false,
      sameSite: "Lax" as const,
    };
  });
  return { cookies, origins: [{ origin: url, localStorage: [{ name: "token", value: token }] }] };
}
