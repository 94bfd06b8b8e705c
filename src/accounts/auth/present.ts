import { presentSessionCompany } from "#accounts/companies/index.ts";
import { abilitiesOf, findHiddenUser, findUser, presentUser } from "#accounts/users/index.ts";
import { sessionExpired } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { SessionAnswer, SessionUser } from "./contract.ts";
import { accessTokens } from "./guard/access-token.ts";
import { actorOfSession } from "./guard/authenticate.ts";

/** The signed-in user with all data that every page needs. */
export function presentSessionUser(ctx: UserCtx): SessionUser {
  const { tenant, actor } = ctx;
  const isSupport = actor.supportUntil !== undefined;
  const user = isSupport ? findHiddenUser(tenant, actor.id) : findUser(tenant, actor.id);
  if (!user) throw sessionExpired();
  return {
    ...presentUser(tenant, user),
    abilities: [...abilitiesOf(user.profile)],
    sessionId: actor.sessionId,
    company: presentSessionCompany(ctx),
    ...(actor.supportUntil !== undefined && {
      supportUntil: new Date(actor.supportUntil).toISOString(),
    }),
  };
}

/** A fresh access token for a live session, with its user. Throws 401 ERR_SESSION_EXPIRED. */
export function presentSession(tenant: Tenant, userId: number, sessionId: number): SessionAnswer {
  const actor = actorOfSession(tenant, userId, sessionId);
  if (!actor) throw sessionExpired();
  const token = accessTokens(tenant.installation).sign(
    { companyId: tenant.id, userId, sessionId, billing: false, super: actor.super, role: actor.profile },
    tenant.clock.now(),
  );
  return { token, user: presentSessionUser({ tenant, actor }) };
}
