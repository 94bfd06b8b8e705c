import { eq, max } from "drizzle-orm";
import { MB_OF_GB } from "#accounts/companies/contract.ts";
import { CompanyChanged } from "#accounts/companies/events.ts";
import { createCompany, nameInUse, PROVIDER_ID } from "#accounts/companies/index.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError, noPermission, notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type PlanBody, PROVIDER_PLAN, type UpdatePlanBody } from "./contract.ts";
import { companyIdsOf, isPlanUsed, planIdByName } from "./queries.ts";
import { deletedPlan, type PlanRow, plan } from "./schema.ts";

/** 409: companies have this plan. */
export const planInUse = () => new AppError(409, "ERR_PLAN_IN_USE");

/** Super users create plans. Throws 403 ERR_NO_PERMISSION, 409 ERR_NAME_IN_USE. */
export function createPlan(ctx: UserCtx, { value, storageGb, ...fields }: PlanBody): PlanRow {
  const { system, clock } = provider(ctx);
  const row = { ...fields, storageMb: megabytes(storageGb), valueCents: cents(value) };
  return named(ctx, () => insertPlan(system, row, clock.now()));
}

/** Ids of deleted plans are not given again: companies of another cell may still have the plan (docs/rules/cells.md#shared-rows). */
export const nextPlanId = (system: Db): number =>
  Math.max(
    system
      .select({ id: max(plan.id) })
      .from(plan)
      .get()?.id ?? 0,
    system
      .select({ id: max(deletedPlan.id) })
      .from(deletedPlan)
      .get()?.id ?? 0,
  ) + 1;

/** Inserts a plan without any check; for the product itself. */
export const insertPlan = (
  system: Db,
  fields: Omit<typeof plan.$inferInsert, "id" | "createdAt" | "updatedAt">,
  now: number,
): PlanRow =>
  system
    .insert(plan)
    .values({ ...fields, id: nextPlanId(system), createdAt: now, updatedAt: now })
    .returning()
    .get();

/**
 * Super users change plans. The change applies to companies with the plan at once; users, connections and queues
 * beyond a smaller limit stay. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE.
 */
export function updatePlan(
  ctx: UserCtx,
  id: number,
  { value, storageGb, ...fields }: UpdatePlanBody,
): PlanRow {
  const installation = provider(ctx);
  const { system, clock } = installation;
  const changed = named(ctx, () =>
    system
      .update(plan)
      .set({
        ...fields,
        ...(storageGb !== undefined && { storageMb: megabytes(storageGb) }),
        ...(value !== undefined && { valueCents: cents(value) }),
        updatedAt: clock.now(),
      })
      .where(eq(plan.id, id))
      .returning()
      .get(),
  );
  if (!changed) throw notFound();
  announceToCompanies(installation, id);
  return changed;
}

/** Super users delete unused plans. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_PLAN_IN_USE. */
export function deletePlan(ctx: UserCtx, id: number): void {
  const { system } = provider(ctx);
  ctx.tenant.writeSystem(() => {
    if (isPlanUsed(system, id)) throw planInUse();
    if (system.delete(plan).where(eq(plan.id, id)).run().changes === 0) throw notFound();
    system.insert(deletedPlan).values({ id, deletedAt: ctx.tenant.clock.now() }).run();
  });
}

/** Refreshes the plan of open companies; closed ones read it when they are opened. */
export function announceToCompanies({ system, tenants, bus }: Installation, planId: number): void {
  const ids = new Set(companyIdsOf(system, planId));
  for (const tenant of [...tenants.openTenants()]) {
    if (!ids.has(tenant.id)) continue;
    tenants.refresh(tenant.id);
    bus.emitAfter(tenant, CompanyChanged, { companyId: tenant.id, what: ["plan"] });
  }
}

/** Rounds up to whole MB: a small limit rounded down to 0 would mean “no limit”. */
const megabytes = (gb: number): number => Math.ceil(gb * MB_OF_GB);
const cents = (reais: number): number => Math.round(reais * 100);

function provider({ tenant, actor }: UserCtx): Installation {
  if (!actor.super) throw noPermission();
  return tenant.installation;
}

function named<T>({ tenant }: UserCtx, work: () => T): T {
  try {
    return tenant.writeSystem(work);
  } catch (error) {
    if (isUniqueViolation(error, "plan.name")) throw nameInUse();
    throw error;
  }
}

/** Users, connections and queues of the provider's plan (docs/rules/companies.md#company-1). */
const LIMIT = 1000;

/**
 * The provider's company (company 1) with its own plan: created at the first call, returned afterwards. Completes a
 * first start that was interrupted. Only for set-up and the importer.
 */
export async function ensureProviderCompany(installation: Installation, name: string): Promise<Tenant> {
  if (installation.tenants.exists(PROVIDER_ID)) return installation.tenants.open(PROVIDER_ID);
  const planId = ensureProviderPlan(installation);
  return createCompany(installation, {
    id: PROVIDER_ID,
    name,
    planId,
    dueDate: null,
    campaignsEnabled: true,
  });
}

function ensureProviderPlan({ system, clock }: Installation): number {
  const limits = { users: LIMIT, connections: LIMIT, queues: LIMIT };
  return (
    planIdByName(system, PROVIDER_PLAN) ??
    insertPlan(system, { name: PROVIDER_PLAN, ...limits, enabled: false }, clock.now()).id
  );
}
