import { query } from "#platform/db/query.ts";
import type { Filter } from "./filter.ts";

type Wanted = { -readonly [Key in keyof Filter]: Filter[Key] };
type Range = { from: number; to: number };

const LEADS = "l.created_at >= :from AND l.created_at < :to";
// INDEXED BY: without statistics the planner may choose the index of a contact's tickets and read every ticket.
const LEADS_WITH = `${LEADS}
  AND EXISTS (SELECT 1 FROM ticket t INDEXED BY ticket_of_contact WHERE t.contact_id = l.contact_id AND t.last_customer_message_at IS NOT NULL
    AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
    AND (:queues IS NULL OR coalesce(t.queue_id, 0) IN (SELECT value FROM json_each(:queues)))
    AND (:connections IS NULL OR t.connection_id IN (SELECT value FROM json_each(:connections)))
    AND (:tags IS NULL OR EXISTS (SELECT 1 FROM ticket_tag g WHERE g.ticket_id = t.id
      AND g.tag_id IN (SELECT value FROM json_each(:tags)))))`;
export const countLeads = query<Range, { leads: number }>(
  `SELECT count(*) AS leads FROM lead l WHERE ${LEADS}`,
);
export const countLeadsWith = query<Range & Wanted, { leads: number }>(
  `SELECT count(*) AS leads FROM lead l WHERE ${LEADS_WITH}`,
);
/** Rows read per page of leads: 40, and one more to know whether another page follows. */
export const LEADS_READ = 41;
interface LeadRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly createdAt: number;
}
const leadPage = (where: string) => `SELECT c.id, c.name, c.number, l.created_at AS createdAt
  FROM lead l CROSS JOIN contact c ON c.id = l.contact_id WHERE ${where}
  ORDER BY l.created_at DESC, l.contact_id DESC LIMIT ${LEADS_READ} OFFSET :offset`;
export const leads = query<Range & { offset: number }, LeadRow>(leadPage(LEADS));
export const leadsWith = query<Range & Wanted & { offset: number }, LeadRow>(leadPage(LEADS_WITH));
export const activeUsers = query<Record<never, never>, { id: number; name: string }>(
  "SELECT id, name FROM user WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, id",
);
export const runningByStatus = query<Wanted, { status: string; tickets: number }>(
  `SELECT status, count(*) AS tickets FROM ticket t
  WHERE status <> 'closed' AND is_group = 0 AND origin NOT IN ('import', 'phone')
    AND (:queues IS NULL OR coalesce(queue_id, 0) IN (SELECT value FROM json_each(:queues)))
    AND (:connections IS NULL OR connection_id IN (SELECT value FROM json_each(:connections)))
    AND (:tags IS NULL OR EXISTS (SELECT 1 FROM ticket_tag g WHERE g.ticket_id = t.id
      AND g.tag_id IN (SELECT value FROM json_each(:tags))))
  GROUP BY status`,
);
