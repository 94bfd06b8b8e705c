import { auditRefusal } from "#accounts/audit/index.ts";
import { companyInactive, isExpired, planFeature, subscriptionExpired } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { noPermission, sessionExpired } from "#platform/errors.ts";
import { createRateLimit, noLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport, maySetSecrets } from "#tenants/policy.ts";
import type { Access, AppRoute, RequestCtx } from "#tenants/route.ts";
import type { Plan, UserCtx } from "#tenants/tenant.ts";
import { callerOfKey, ctxOfKey, isApiKey } from "./api-key.ts";
import { createAuthenticator } from "./authenticate.ts";
import { bearerOf } from "./bearer.ts";

/** Requests per user and minute (docs/rules/general.md#rate-limits). */
const PER_MINUTE = 1200;

/**
 * Checks every request before its route: the caller, the state of the company, the caller's access and the plan.
 * Routes with a scope also accept API keys. Status codes: docs/rules/general.md#status-codes-of-access,
 * docs/rules/companies.md#expiry.
 */
export function createGuard(installation: Installation): (route: AppRoute, request: Request) => RequestCtx {
  const authenticate = createAuthenticator(installation);
  const perPerson = installation.config.rateLimits
    ? createRateLimit(installation.clock, PER_MINUTE, 60_000)
    : noLimit;
  const nobody: RequestCtx = { installation, user: undefined };
  return (route, request) => {
    if (route.access === "public") return nobody;
    const token = bearerOf(request);
    if (token === undefined) throw sessionExpired();
    if (isApiKey(token)) return { installation, user: byKey(installation, route, token) };
    const user = authenticate(token);
    user.tenant.noteActivity();
    perPerson.take(`${user.tenant.id}:${user.actor.id}`);
    return { installation, user: checked(route, user) };
  };
}

/** Whether the rows of this cell have the login session of a request; false also while they cannot be read. */
export function createKnowsSession(installation: Installation): (request: Request) => boolean {
  const authenticate = createAuthenticator(installation);
  return (request) => {
    try {
      return authenticate(bearerOf(request) ?? "").actor !== undefined;
    } catch {
      return false;
    }
  };
}

/** Authenticates by API key: allowed on routes with one of its scopes, while the plan includes the API. */
function byKey(installation: Installation, route: AppRoute, key: string): UserCtx {
  return checkedKey(route, ctxOfKey(callerOfKey(installation, key, route.apiScope)));
}

/** Checks company and plan for a request with an API key; returns the user. */
export function checkedKey(route: AppRoute, user: UserCtx): UserCtx {
  checkPlan("useExternalApi", user);
  return checked(route, user);
}

/** Checks company, access and plan for a request of a user; returns the user. */
export function checked(route: AppRoute, user: UserCtx): UserCtx {
  checkCompany(route.access, user);
  checkAccess(route, user);
  checkPlan(route.planFlag, user);
  return user;
}

/** Limits a disabled or expired company to its session and its invoices. */
function checkCompany(access: Access, { tenant, actor }: UserCtx): void {
  if (!tenant.company.active) throw companyInactive();
  if (access === "billing") return;
  if (actor.billingOnly || (access !== "session" && !isSupport(actor) && isExpired(tenant)))
    throw subscriptionExpired();
}

function checkAccess(route: AppRoute, user: UserCtx): void {
  if (isTheirs(route, user)) return;
  // Refused changes and exports are audited. Other refused reads are not, because pages send them without a click of
  // the user.
  if (route.audit !== undefined) auditRefusal(user, route.audit, `${route.method} ${route.path}`);
  throw noPermission();
}

function isTheirs({ access, notForSupport }: AppRoute, { actor }: UserCtx): boolean {
  if (notForSupport && !maySetSecrets(actor)) return false;
  if (access === "admin") return actor.profile === "admin";
  return access !== "super" || actor.super;
}

/**
 * Campaigns need the flag of the plan and the provider's setting for this company (docs/rules/campaigns.md#states).
 */
function checkPlan(flag: string | undefined, { tenant }: UserCtx): void {
  if (flag === undefined) return;
  if (tenant.company.plan[flag as keyof Plan] !== true) throw planFeature(flag);
  if (flag === "useCampaigns" && !setting(tenant, "campaignsEnabled")) throw planFeature(flag);
}
