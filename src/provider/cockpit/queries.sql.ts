import { query } from "#platform/db/query.ts";
import type { CockpitAnswer } from "./contract.ts";
import type { CompanyFigures } from "./read.ts";

export const companies = query<
  { since: string; copy: number },
  CompanyFigures
>(`SELECT c.id, c.name, p.name AS plan, c.active, c.due_date AS dueDate,
    c.trial_expiration AS trialExpiration, coalesce(f.connections_up, 0) AS connectionsUp,
    coalesce(f.connections_down, 0) AS connectionsDown, coalesce(f.disk_bytes, 0) AS diskBytes,
    f.measured_at AS measuredAt, coalesce(f.compared_messages, 0) AS comparedMessages,
    coalesce(f.found_gaps, 0) AS foundGaps, coalesce(f.filled_gaps, 0) AS filledGaps, coalesce(g.storage_bytes, 0) AS storageBytes,
    p.storage_mb * 1048576 AS storageLimitBytes, coalesce((SELECT sum(d.received + d.sent) FROM company_day d
      WHERE d.company_id = c.id AND d.day >= :since), 0) AS messages
  FROM company c JOIN plan p ON p.id = c.plan_id LEFT JOIN company_figure f ON f.company_id = c.id
    LEFT JOIN company_digest g ON g.company_id = c.id
  WHERE c.removed_at IS NULL AND c.id <> :copy ORDER BY c.name COLLATE NOCASE, c.id`);
export const days = query<
  { since: string },
  CockpitAnswer["days"][number]
>(`SELECT day, sum(received) AS received, sum(sent) AS sent FROM company_day WHERE day >= :since
  GROUP BY day ORDER BY day`);
export const revenue = query<{ sinceMs: number }, { cents: number }>(
  "SELECT coalesce(sum(value_cents), 0) AS cents FROM invoice WHERE status = 'paid' AND paid_at >= :sinceMs",
);
export const overdue = query<
  { today: string },
  { count: number; cents: number }
>(`SELECT count(*) AS count, coalesce(sum(i.value_cents), 0) AS cents
  FROM invoice i JOIN company c ON c.id = i.company_id AND c.removed_at IS NULL
  WHERE i.status = 'open' AND i.due_date < :today`);
