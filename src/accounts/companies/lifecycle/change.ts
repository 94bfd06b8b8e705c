import { nameInUse } from "#accounts/companies/errors.ts";
import {
  CompanyChanged,
  CompanyDisabled,
  CompanyEnabled,
  type CompanyPart,
} from "#accounts/companies/events.ts";
import { isSameName } from "#accounts/companies/names.ts";
import { dayOfMonth } from "#accounts/companies/period.ts";
import { companyById, planExists } from "#accounts/companies/queries.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { transaction } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Reserved, releaseKey } from "#tenants/reserve.ts";
import type { Company, Recurrence, Tenant } from "#tenants/tenant.ts";
import * as sql from "./lifecycle.sql.ts";

/** Changeable fields of a company row; absent ones stay unchanged. */
export interface CompanyChange {
  /** `reserved` covers the new name. */
  readonly name?: { readonly text: string; readonly reserved: Reserved } | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly planId?: number | undefined;
  /** False: stops all work of the company at once; true: resumes it. */
  readonly active?: boolean | undefined;
  readonly dueDate?: string | null | undefined;
  /** Day of the month of the following due dates; default: that of the new due date. */
  readonly billingDay?: number | undefined;
  readonly recurrence?: Recurrence | undefined;
  readonly address?: Readonly<Record<string, string>> | undefined;
}

/**
 * Changes a company and emits the events (CompanyChanged; CompanyDisabled, CompanyEnabled). For the product
 * itself; checks no permissions. Throws 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE, 400 ERR_VALIDATION (planId),
 * and 503 ERR_TENANT_UNAVAILABLE when the company cannot be opened. `write`: the caller's transaction.
 */
export function changeCompany(
  installation: Installation,
  id: number,
  change: CompanyChange,
  write: Tenant["writeSystem"] = (work) => transaction(installation.system, work),
): Company {
  const before = companyById(installation, id);
  if (!before) throw notFound();
  const { system, tenants, clock } = installation;
  if (change.planId !== undefined && !planExists(system, change.planId))
    throw invalidFields({ planId: "invalid" });
  // Opened before anything is written: a company that cannot be opened is not changed.
  const tenant = tenants.open(id);
  const next = {
    name: change.name?.text ?? before.name,
    email: change.email ?? before.email,
    phone: change.phone ?? before.phone,
    planId: change.planId ?? before.plan.id,
    active: change.active ?? before.active,
    dueDate: change.dueDate === undefined ? before.dueDate : change.dueDate,
    recurrence: change.recurrence ?? before.recurrence,
    address: change.address ?? before.address,
  };
  const isRenamed = !isSameName(before.name, next.name);
  if (isRenamed) change.name?.reserved.cover(companyNameKey(next.name));
  const billingDay = change.billingDay ?? dayAfter(before, change);
  try {
    write(() =>
      execute(system, sql.update, {
        name: next.name,
        email: next.email,
        phone: next.phone,
        planId: next.planId,
        active: next.active ? 1 : 0,
        dueDate: next.dueDate,
        billingDay,
        recurrence: next.recurrence,
        address: next.address === null ? null : JSON.stringify(next.address),
        now: clock.now(),
        id,
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error, "company.name")) throw nameInUse();
    throw error;
  }
  tenants.refresh(id);
  if (isRenamed)
    void releaseKey(installation, companyNameKey(before.name), id, () =>
      isSameName(companyById(installation, id)?.name ?? "", before.name),
    );
  const what = partsChanged(before, tenant.company);
  if (what.length > 0) announce(tenant, before, what);
  return tenant.company;
}

function dayAfter(before: Company, { dueDate }: CompanyChange): number | null {
  if (dueDate === undefined || dueDate === before.dueDate) return before.billingDay;
  return dueDate === null ? null : dayOfMonth(dueDate);
}

/** Emits what changed for a company; stops or resumes its work accordingly. */
export function announce(tenant: Tenant, before: Company, what: readonly CompanyPart[]): void {
  const { id: companyId, installation } = tenant;
  const { bus } = installation;
  const { active } = tenant.company;
  bus.emitAfter(tenant, CompanyChanged, { companyId, what });
  if (before.active && !active) bus.emitAfter(tenant, CompanyDisabled, { companyId, wait: () => {} });
  if (!before.active && active) bus.emitAfter(tenant, CompanyEnabled, { companyId });
}

function partsChanged(before: Company, after: Company): readonly CompanyPart[] {
  const parts: readonly (readonly [CompanyPart, boolean])[] = [
    ["name", before.name !== after.name],
    ["contact", before.email !== after.email || before.phone !== after.phone],
    ["plan", before.plan.id !== after.plan.id],
    ["status", before.active !== after.active],
    ["dueDate", before.dueDate !== after.dueDate],
    ["recurrence", before.recurrence !== after.recurrence],
    ["address", JSON.stringify(before.address) !== JSON.stringify(after.address)],
  ];
  return parts.filter(([, differs]) => differs).map(([part]) => part);
}
