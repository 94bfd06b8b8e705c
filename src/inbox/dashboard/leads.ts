import { type Db, one } from "#platform/db/database.ts";
import type { Filter } from "./filter.ts";
import type { Span } from "./period.ts";

const ALL = "SELECT count(*) AS leads FROM lead WHERE created_at >= ? AND created_at < ?";
// Named: without statistics the index of the contact's tickets alone looks as good, and reads every one of them.
const SOME = `SELECT count(*) AS leads FROM lead l WHERE l.created_at >= ?1 AND l.created_at < ?2
  AND EXISTS (SELECT 1 FROM ticket t INDEXED BY ticket_of_contact WHERE t.contact_id = l.contact_id AND t.last_customer_message_at IS NOT NULL
    AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
    AND (?3 IS NULL OR coalesce(t.queue_id, 0) IN (SELECT value FROM json_each(?3)))
    AND (?4 IS NULL OR t.connection_id IN (SELECT value FROM json_each(?4)))
    AND (?5 IS NULL OR EXISTS (SELECT 1 FROM ticket_tag g WHERE g.ticket_id = t.id
      AND g.tag_id IN (SELECT value FROM json_each(?5)))))`;

/** Contacts created in the span that wrote to the company; with a filter, in a matching ticket. */
export function leadsIn(db: Db, { fromMs, toMs }: Span, { queues, connections, tags }: Filter): number {
  const everybody = queues === null && connections === null && tags === null;
  const row = everybody
    ? one<{ leads: number }>(db, ALL, fromMs, toMs)
    : one<{ leads: number }>(db, SOME, fromMs, toMs, queues, connections, tags);
  return row?.leads ?? 0;
}
