import type { SessionAnswer } from "#accounts/auth/contract.ts";
import { presentSession } from "#accounts/auth/present.ts";
import { rotateSession } from "#accounts/auth/sessions/sessions.ts";
import { companyInactive } from "#accounts/companies/index.ts";
import { sessionExpired } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { RefreshToken } from "./refresh-token.ts";

/** `POST /auth/refresh_token`. Throws 401 ERR_SESSION_EXPIRED, 403 ERR_COMPANY_INACTIVE. */
export function refresh(
  { tenants }: Installation,
  token: RefreshToken | undefined,
): { readonly answer: SessionAnswer; readonly refreshToken: string } {
  if (!token || !tenants.exists(token.companyId)) throw sessionExpired();
  const tenant = tenants.open(token.companyId);
  if (!tenant.company.active) throw companyInactive();
  const { userId, sessionId, refreshToken } = rotateSession(tenant, token);
  return { answer: presentSession(tenant, userId, sessionId), refreshToken };
}
