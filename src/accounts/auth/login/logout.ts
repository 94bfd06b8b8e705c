import { accessTokens } from "#accounts/auth/guard/access-token.ts";
import { endSession, sessionOfToken } from "#accounts/auth/sessions/sessions.ts";
import type { Installation } from "#tenants/installation.ts";
import type { RefreshToken } from "./refresh-token.ts";

/**
 * Ends the session of the cookie or bearer token; the user is offline at once. Succeeds without a session, so that a
 * second logout is no error.
 */
export function logout(
  installation: Installation,
  cookie: RefreshToken | undefined,
  bearer: string | undefined,
): void {
  const { tenants, clock } = installation;
  const claims = bearer === undefined ? "invalid" : accessTokens(installation).read(bearer, clock.now());
  if (typeof claims === "object" && claims.sessionId > 0 && tenants.exists(claims.companyId))
    end(installation, claims.companyId, claims.sessionId);
  if (!cookie || !tenants.exists(cookie.companyId)) return;
  const sessionId = sessionOfToken(tenants.open(cookie.companyId), cookie);
  if (sessionId !== undefined) end(installation, cookie.companyId, sessionId);
}

function end({ tenants }: Installation, companyId: number, sessionId: number): void {
  tenants.open(companyId).write((unit) => endSession(unit, sessionId, "logout"));
}
