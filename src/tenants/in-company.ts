import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "./tenant.ts";

/**
 * Reads with a `companyId` in the query: a super user gets that company; for all other users the parameter is ignored
 * (docs/rules/general.md#company-of-a-request). Throws 404 ERR_NOT_FOUND when a super user names a company that does not exist.
 */
export function inCompany(ctx: UserCtx, hint: string | undefined): UserCtx {
  const companyId = Number(hint || ctx.tenant.id);
  if (!ctx.actor.super || companyId === ctx.tenant.id) return ctx;
  const { tenants } = ctx.tenant.installation;
  if (!Number.isSafeInteger(companyId) || !tenants.exists(companyId)) throw notFound();
  return { ...ctx, tenant: tenants.open(companyId) };
}
