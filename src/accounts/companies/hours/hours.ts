import { CompanyHoursChanged } from "#accounts/companies/events.ts";
import type { OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import * as sql from "./hours.sql.ts";

/**
 * Opening hours of a company: admins read those of their own, super users of any (docs/rules/companies.md#calls).
 * Throws 403 ERR_NO_PERMISSION to other users of the company, 404 ERR_NOT_FOUND to users of other companies, also
 * when the company does not exist.
 */
export const readCompanyHours = (ctx: UserCtx, id: number): readonly OpeningSpan[] =>
  companyFor(ctx, id).company.schedules;

/** Replaces the opening hours; permissions and errors as for reading. */
export function writeCompanyHours(
  ctx: UserCtx,
  id: number,
  hours: readonly OpeningSpan[],
): readonly OpeningSpan[] {
  const of = companyFor(ctx, id);
  const { company, installation } = of;
  const [text, now] = [JSON.stringify(hours), installation.clock.now()];
  ctx.tenant.writeSystem(() => execute(installation.system, sql.setSchedules, { text, now, id: company.id }));
  installation.tenants.refresh(company.id);
  installation.bus.emitAfter(of.base, CompanyHoursChanged, { companyId: company.id });
  return hours;
}

function companyFor({ tenant, actor }: UserCtx, id: number): Tenant {
  if (id === tenant.id) {
    if (!isAdmin(actor) && !actor.super) throw noPermission();
    return tenant;
  }
  const { tenants } = tenant.installation;
  if (!actor.super || !tenants.exists(id)) throw notFound();
  return tenants.open(id);
}
