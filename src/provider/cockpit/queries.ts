import { all, type Db, one } from "#platform/db/database.ts";
import type { CockpitAnswer } from "./contract.ts";

export interface CompanyFigures {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly active: number;
  readonly dueDate: string | null;
  readonly trialExpiration: string | null;
  readonly connectionsUp: number;
  readonly connectionsDown: number;
  readonly messages: number;
  readonly diskBytes: number;
  readonly storageBytes: number;
  readonly storageLimitBytes: number;
  readonly measuredAt: number | null;
}

const COMPANIES = `SELECT c.id, c.name, p.name AS plan, c.active, c.due_date AS dueDate,
    c.trial_expiration AS trialExpiration, coalesce(f.connections_up, 0) AS connectionsUp,
    coalesce(f.connections_down, 0) AS connectionsDown, coalesce(f.disk_bytes, 0) AS diskBytes,
    f.measured_at AS measuredAt, coalesce(g.storage_bytes, 0) AS storageBytes,
    p.storage_mb * 1048576 AS storageLimitBytes, coalesce((SELECT sum(d.received + d.sent) FROM company_day d
      WHERE d.company_id = c.id AND d.day >= ?), 0) AS messages
  FROM company c JOIN plan p ON p.id = c.plan_id LEFT JOIN company_figure f ON f.company_id = c.id
    LEFT JOIN company_digest g ON g.company_id = c.id
  WHERE c.removed_at IS NULL ORDER BY c.name COLLATE NOCASE, c.id`;
const DAYS = `SELECT day, sum(received) AS received, sum(sent) AS sent FROM company_day WHERE day >= ?
  GROUP BY day ORDER BY day`;
const REVENUE =
  "SELECT coalesce(sum(value_cents), 0) AS cents FROM invoice WHERE status = 'paid' AND paid_at >= ?";
const OVERDUE = `SELECT count(*) AS count, coalesce(sum(i.value_cents), 0) AS cents
  FROM invoice i JOIN company c ON c.id = i.company_id AND c.removed_at IS NULL
  WHERE i.status = 'open' AND i.due_date < ?`;

/** Every company that is not in the bin, by name; messages since a day. */
export const figuresOf = (system: Db, since: string): readonly CompanyFigures[] =>
  all<CompanyFigures>(system, COMPANIES, since);

/** Days on which something was stored. */
export const messageDays = (system: Db, since: string): CockpitAnswer["days"] =>
  all<CockpitAnswer["days"][number]>(system, DAYS, since);

/** Invoices paid since a moment. */
export const revenueSince = (system: Db, sinceMs: number): number =>
  one<{ cents: number }>(system, REVENUE, sinceMs)?.cents ?? 0;

/** Open invoices past their due date; of companies in the bin nothing is expected. */
export const overdueOn = (system: Db, today: string): { readonly count: number; readonly cents: number } =>
  one<{ count: number; cents: number }>(system, OVERDUE, today) ?? { count: 0, cents: 0 };
