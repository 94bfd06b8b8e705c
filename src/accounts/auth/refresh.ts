import { companyInactive } from "#accounts/companies/index.ts";
import { sessionExpired } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { SessionAnswer } from "./contract.ts";
import { presentSession } from "./present.ts";
import type { RefreshToken } from "./refresh-token.ts";
import { rotateSession } from "./sessions.ts";

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
