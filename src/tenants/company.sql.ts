import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { type Plan, planOfCompany } from "./plan-columns.ts";
import type { Recurrence } from "./tenant.ts";

export interface CompanyRow {
  id: number;
  name: string;
  email: string;
  phone: string;
  due_date: string | null;
  recurrence: Recurrence;
  active: number;
  schedules: string;
  trial_expiration: string | null;
  billing_day: number | null;
  address: string | null;
  created_at: number;
  restored_at: number | null;
  resumed_at: number | null;
  plan_id: number;
}

/** Rows of `plan` with their flags as booleans. */
export const plans = rowReader(planOfCompany);

type ById = { readonly id: number };

export const companyById = query<ById, CompanyRow>(
  "SELECT * FROM company WHERE id = :id AND removed_at IS NULL",
);
export const planById = query<ById, Plan>(`SELECT ${plans.columns} FROM plan WHERE id = :id`);
export const companyExists = query<ById, { readonly found: 1 }>(
  "SELECT 1 AS found FROM company WHERE id = :id",
);
export const lastCompanyId = query<{ from: number; to: number }, { readonly id: number | null }>(
  `SELECT max(id) AS id FROM (SELECT id FROM company UNION ALL SELECT company_id FROM company_move)
   WHERE id BETWEEN :from AND :to`,
);
export const inactiveCompanies = query<Record<never, never>, ById>(
  "SELECT id FROM company WHERE active = 0 OR removed_at IS NOT NULL",
);
export const heldCompanies = query<Record<never, never>, ById>(
  "SELECT id FROM company WHERE restored_at IS NOT NULL AND resumed_at IS NULL AND removed_at IS NULL",
);
/** The next companies by id; those that were erased have no rows any more. */
export const companiesAfter = query<
  { after: number; limit: number },
  { readonly id: number; readonly isRemoved: number }
>(
  `SELECT id, removed_at IS NOT NULL AS isRemoved FROM company
   WHERE id > :after AND erased_at IS NULL ORDER BY id LIMIT :limit`,
);
export const insertCompany = query<{
  id: number | null;
  name: string;
  planId: number;
  email: string;
  phone: string;
  dueDate: string | null;
  recurrence: Recurrence;
  active: number;
  schedules: string;
  trialExpiration: string | null;
  billingDay: number | null;
  now: number;
}>(
  `INSERT INTO company (id, name, plan_id, email, phone, due_date, recurrence, active, schedules,
     trial_expiration, billing_day, created_at, updated_at)
   VALUES (:id, :name, :planId, :email, :phone, :dueDate, :recurrence, :active, :schedules,
     :trialExpiration, :billingDay, :now, :now)`,
);
export const deleteCompany = query<ById>("DELETE FROM company WHERE id = :id");
export const deleteLogins = query<ById>("DELETE FROM login WHERE company_id = :id");
