import { all, type Db, one, run } from "#platform/db/database.ts";
import type { NewCompany } from "./installation.ts";
import type { Company, Plan } from "./tenant.ts";

interface CompanyRow {
  id: number;
  name: string;
  email: string;
  phone: string;
  due_date: string | null;
  recurrence: string;
  active: number;
  schedules: string;
  trial_expiration: string | null;
  billing_day: number | null;
  address: string | null;
  created_at: number;
  plan_id: number;
}
interface PlanRow {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  storage_mb: number;
  value_cents: number;
  use_campaigns: number;
  use_kanban: number;
  use_open_ai: number;
  use_integrations: number;
  use_schedules: number;
  use_internal_chat: number;
  use_external_api: number;
}

/** Row → plan. */
const toPlan = (row: PlanRow): Plan => ({
  id: row.id,
  name: row.name,
  users: row.users,
  connections: row.connections,
  queues: row.queues,
  storageMb: row.storage_mb,
  valueCents: row.value_cents,
  useCampaigns: row.use_campaigns === 1,
  useKanban: row.use_kanban === 1,
  useOpenAi: row.use_open_ai === 1,
  useIntegrations: row.use_integrations === 1,
  useSchedules: row.use_schedules === 1,
  useInternalChat: row.use_internal_chat === 1,
  useExternalApi: row.use_external_api === 1,
});

/** The company with its plan; undefined when there is none, or it was removed. */
export function readCompany(system: Db, id: number): Company | undefined {
  const row = one<CompanyRow>(system, "SELECT * FROM company WHERE id = ? AND removed_at IS NULL", id);
  const plan = row && one<PlanRow>(system, "SELECT * FROM plan WHERE id = ?", row.plan_id);
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
    plan: toPlan(plan),
  };
}

/** Companies that are switched off or in the bin. */
export function inactiveCompanyIds(system: Db): readonly number[] {
  return all<{ id: number }>(system, "SELECT id FROM company WHERE active = 0 OR removed_at IS NOT NULL").map(
    (row) => row.id,
  );
}

/** Inserts the row; returns its id. */
export function insertCompany(system: Db, company: NewCompany, nowMs: number): number {
  return run(
    system,
    `INSERT INTO company (id, name, plan_id, email, phone, due_date, recurrence, active, schedules,
       trial_expiration, billing_day, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    company.id ?? null,
    company.name,
    company.planId,
    company.email,
    company.phone,
    company.dueDate,
    company.recurrence,
    company.active ? 1 : 0,
    JSON.stringify(company.schedules ?? []),
    company.trialExpiration ?? null,
    company.billingDay ?? null,
    nowMs,
    nowMs,
  ).id;
}
