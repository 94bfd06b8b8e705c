import { query } from "#platform/db/query.ts";

/**
 * A ticket for which a timed rule may be due. `since`: the time from which its minutes count, ms. `mark`: changes when
 * the wait ends, so that a new wait is a new event.
 */
export interface Waiting {
  readonly ticketId: number;
  readonly contactId: number;
  readonly queueId: number | null;
  readonly since: number;
  readonly mark: number;
}
interface Range {
  readonly after: number;
  readonly upTo: number;
  /** 0 = tickets of all queues; -1 = without a queue. */
  readonly queueId: number;
  readonly limit: number;
  [name: string]: number;
}
const OF_QUEUE = "(:queueId = 0 OR coalesce(t.queue_id, -1) = :queueId)";
const COLUMNS = "t.id AS ticketId, t.contact_id AS contactId, t.queue_id AS queueId";

/** The customer waits for a person: no bot answers. */
export const noAnswer = query<
  Range,
  Waiting
>(`SELECT ${COLUMNS}, t.waiting_since AS since, t.waiting_since AS mark FROM ticket t INDEXED BY ticket_customer_waits
  WHERE t.waiting_since > :after AND t.waiting_since <= :upTo AND t.status <> 'closed'
  AND (t.status = 'open' OR (t.chatbot = 0 AND t.use_integration = 0)) AND ${OF_QUEUE}
  ORDER BY t.waiting_since LIMIT :limit`);
/** Our last message in an open ticket has no answer. */
export const customerSilent = query<
  Range,
  Waiting
>(`SELECT ${COLUMNS}, t.last_message_at AS since, t.last_message_id AS mark FROM connection w CROSS JOIN ticket t INDEXED BY ticket_idle
  ON t.connection_id = w.id AND t.status = 'open' AND t.is_group = 0 AND t.last_message_from_me = 1 AND t.asleep_since IS NULL
  WHERE t.last_message_at > :after AND t.last_message_at <= :upTo AND ${OF_QUEUE}
  ORDER BY t.last_message_at LIMIT :limit`);
export const setChecked = query<{ id: number; now: number }>(
  "UPDATE rule SET checked_at = :now WHERE id = :id",
);
export const queueIds = query<Record<never, never>, { id: number }>("SELECT id FROM queue ORDER BY id");
