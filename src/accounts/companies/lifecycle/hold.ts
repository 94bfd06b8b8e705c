import { CompanyChanged } from "#accounts/companies/events.ts";
import { requireCompany } from "#accounts/companies/queries.ts";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import { providerCopyId } from "#tenants/provider.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./lifecycle.sql.ts";

/**
 * Holds all companies of a system file that is restored to an earlier moment, until a user resumes them
 * (docs/rules/cluster.md#hold).
 */
export const holdAllCompanies = (system: Db, now: number): void =>
  void execute(system, sql.setAllRestored, { now });

/** Holds one company whose files were restored to an earlier moment, until a user resumes it. */
export function holdCompany({ system, tenants, clock }: Installation, id: number): void {
  execute(system, sql.setRestored, { id, now: clock.now() });
  tenants.refresh(id);
}

/**
 * Ends the hold of a company after a restore; its jobs continue within seconds. Admins resume their own company, super users any.
 * Throws 404 ERR_NOT_FOUND. A company that is not held is not changed.
 */
export function resumeCompany(ctx: UserCtx, id: number): void {
  if (id !== ctx.tenant.id && !ctx.actor.super) throw notFound();
  if (!isOnHold(requireCompany(ctx.tenant.installation, id))) return;
  resume(ctx, id);
}

/** Companies of this cell that are held after a restore, without its copy of the provider's company. */
export const heldIds = (installation: Installation): readonly number[] =>
  [...installation.tenants.held()].filter((id) => id !== providerCopyId(installation));

/** Ends the hold of every company; super users only (checked by the route). Returns how many were held. */
export function resumeAllCompanies(ctx: UserCtx): number {
  const { installation } = ctx.tenant;
  const count = heldIds(installation).length;
  for (const id of [...installation.tenants.held()]) resume(ctx, id);
  return count;
}

function resume({ tenant }: UserCtx, id: number): void {
  const { system, tenants, clock, bus } = tenant.installation;
  tenant.writeSystem(() => execute(system, sql.setResumed, { id, now: clock.now() }));
  tenants.refresh(id);
  // Open pages must remove the banner. A company whose database is closed has no open pages.
  for (const open of tenants.openTenants())
    if (open.id === id) bus.emitAfter(open, CompanyChanged, { companyId: id, what: [] });
}
