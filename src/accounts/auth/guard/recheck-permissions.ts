import { AppError, noPermission, sessionExpired } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { AppRoute, RequestCtx } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { ApiKeysPort, ctxOfKey, isApiKey } from "./api-key.ts";
import { actorOfBilling, actorOfSession } from "./authenticate.ts";
import { bearerOf } from "./bearer.ts";
import { checked, checkedKey } from "./guard.ts";

/**
 * Checks the caller again once the request body has arrived: an upload may take hours, and a user who was signed out,
 * deleted or got other rights meanwhile must not complete it. The token itself may have expired. Throws as the guard
 * does; the request is not counted a second time for the rate limit.
 */
export function guardAgain(route: AppRoute, request: Request, ctx: RequestCtx): RequestCtx {
  const { installation, user } = ctx;
  if (!user) return ctx;
  const token = bearerOf(request) ?? "";
  return {
    installation,
    user: isApiKey(token)
      ? checkedKey(route, byKey(installation, route, token))
      : checked(route, bySession(installation, user)),
  };
}

function byKey(installation: Installation, { apiScope }: AppRoute, key: string): UserCtx {
  const caller = installation.ports.use(ApiKeysPort)(installation, key);
  if (!caller) throw new AppError(401, "ERR_INVALID_API_TOKEN");
  if (apiScope === undefined || !caller.scopes.includes(apiScope)) throw noPermission();
  return ctxOfKey(caller);
}

function bySession({ tenants }: Installation, { tenant: { id }, actor }: UserCtx): UserCtx {
  if (!tenants.exists(id)) throw sessionExpired();
  const tenant = tenants.open(id);
  const now = actor.billingOnly
    ? actorOfBilling(tenant, actor.id)
    : actorOfSession(tenant, actor.id, actor.sessionId);
  if (!now || isSupport(now) !== isSupport(actor)) throw sessionExpired();
  return { tenant, actor: now };
}

/** Throws 403 ERR_NO_PERMISSION when the user's rights have changed. */
export function requireSame({ user: before }: RequestCtx, { user: now }: RequestCtx): void {
  if (!before || !now) return;
  const rights = ({ actor }: UserCtx) =>
    JSON.stringify([
      actor.profile,
      actor.super,
      actor.queueIds.toSorted(),
      actor.allTicket,
      actor.connectionId,
    ]);
  if (before.tenant !== now.tenant || rights(before) !== rights(now)) throw noPermission();
}
