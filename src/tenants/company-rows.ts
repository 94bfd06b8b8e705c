import type { DirectoryKey } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./company.sql.ts";
import type { NewCompany } from "./installation.ts";
import type { Company } from "./tenant.ts";

/** The company with its plan; undefined when it does not exist or was removed. */
export function readCompany(system: Db, id: number): Company | undefined {
  const row = queryOne(system, sql.companyById, { id });
  const plan = row && queryOne(system, sql.planById, { id: row.plan_id });
  if (!row || !plan) return undefined;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    dueDate: row.due_date,
    recurrence: row.recurrence,
    active: row.active === 1,
    schedules: JSON.parse(row.schedules),
    trialExpiration: row.trial_expiration,
    billingDay: row.billing_day,
    address: row.address === null ? null : JSON.parse(row.address),
    createdAt: row.created_at,
    restoredAt: row.restored_at,
    resumedAt: row.resumed_at,
    plan: sql.plans.read(plan),
  };
}

/** Ids of companies that are disabled or in the bin. */
export function inactiveCompanyIds(system: Db): readonly number[] {
  return queryAll(system, sql.inactiveCompanies).map((row) => row.id);
}

/** Ids of companies that are held after a restore, without those in the bin. */
export const heldCompanyIds = (system: Db): readonly number[] =>
  queryAll(system, sql.heldCompanies).map(({ id }) => id);

/** The name of a company in the directory. The column has `COLLATE NOCASE`, which compares only A-Z without case. */
export const companyNameKey = (name: string): DirectoryKey => ({
  kind: "name",
  value: name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
});

/** Inserts a company's row; returns its id. */
export function insertCompany(system: Db, company: NewCompany, nowMs: number): number {
  return execute(system, sql.insertCompany, {
    id: company.id ?? null,
    name: company.name,
    planId: company.planId,
    email: company.email,
    phone: company.phone,
    dueDate: company.dueDate,
    recurrence: company.recurrence,
    active: company.active ? 1 : 0,
    schedules: JSON.stringify(company.schedules ?? []),
    trialExpiration: company.trialExpiration ?? null,
    billingDay: company.billingDay ?? null,
    now: nowMs,
  }).id;
}
