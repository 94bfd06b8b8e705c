import { query } from "#platform/db/query.ts";

type Chat = { connectionId: number; contactId: number };

/**
 * The newest message of a chat that the phone must have: it has an id of the network and was received as usual; if it is ours, the
 * network has accepted it.
 */
export const anchor = query<Chat, { providerId: string; fromMe: number; createdAt: number }>(
  `SELECT provider_id AS providerId, from_me AS fromMe, created_at AS createdAt FROM message
   WHERE contact_id = :contactId AND connection_id = :connectionId AND provider_id IS NOT NULL
     AND provider_id NOT LIKE '%:late' AND media_type IS NOT 'call_log' AND (from_me = 0 OR ack >= 1)
   ORDER BY place DESC LIMIT 1`,
);

export interface Known {
  readonly providerId: string;
  readonly messageId: number | null;
  readonly body: string | null;
  readonly isKnown: number;
}
/**
 * Finds messages that the product knows by their network ids: stored, waiting or skipped in the inbox, sent by us, filled and since
 * deleted, or deleted with their ticket. `wanted`: JSON list of `{ providerId, eventKey }`.
 */
export const known = query<Chat & { chatKey: string; wanted: string }, Known>(
  `SELECT w.value ->> 'providerId' AS providerId, m.id AS messageId, m.body,
     m.id IS NOT NULL
     OR EXISTS (SELECT 1 FROM message l WHERE l.connection_id = :connectionId AND l.contact_id = :contactId
       AND l.provider_id = (w.value ->> 'providerId') || ':late')
     OR EXISTS (SELECT 1 FROM inbound_event e WHERE e.connection_id = :connectionId AND e.chat_key = :chatKey
       AND e.kind IN ('message', 'skipped') AND e.event_key = w.value ->> 'eventKey')
     OR EXISTS (SELECT 1 FROM outbox o WHERE o.provider_id = w.value ->> 'providerId')
     OR EXISTS (SELECT 1 FROM message_gap g WHERE g.connection_id = :connectionId AND g.contact_id = :contactId
       AND g.provider_id = w.value ->> 'providerId' AND g.state <> 'found')
     OR EXISTS (SELECT 1 FROM removed_message r WHERE r.connection_id = :connectionId
       AND r.provider_id = w.value ->> 'providerId') AS isKnown
   FROM json_each(:wanted) w
   LEFT JOIN message m ON m.connection_id = :connectionId AND m.contact_id = :contactId
     AND m.provider_id = w.value ->> 'providerId'`,
);
export const insertGap = query<{
  runId: number;
  connectionId: number;
  contactId: number;
  providerId: string;
  at: number;
  now: number;
}>(`INSERT INTO message_gap (run_id, connection_id, contact_id, provider_id, at, found_at)
  VALUES (:runId, :connectionId, :contactId, :providerId, :at, :now)
  ON CONFLICT (connection_id, contact_id, provider_id) DO NOTHING`);
export const openGap = query<Chat & { providerId: string }, { id: number; runId: number }>(
  `SELECT id, run_id AS runId FROM message_gap WHERE connection_id = :connectionId AND contact_id = :contactId
   AND provider_id = :providerId AND state <> 'filled'`,
);
export const closeGap = query<{ id: number; state: string; messageId: number }>(
  "UPDATE message_gap SET state = :state, message_id = :messageId WHERE id = :id",
);
