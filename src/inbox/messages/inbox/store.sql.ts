import { query } from "#platform/db/query.ts";

/** A held event starts with one failed attempt, so that the later events of its chat wait for it. */
export const insert = query<{
  connectionId: number;
  chatKey: string;
  kind: string;
  eventKey: string;
  receivedAt: number;
  payload: string;
  heldUntil: number;
}>(`INSERT INTO inbound_event (connection_id, chat_key, kind, event_key, received_at, payload, attempts, next_try_at)
  VALUES (:connectionId, :chatKey, :kind, :eventKey, :receivedAt, :payload, :heldUntil > 0, :heldUntil) ON CONFLICT (connection_id, chat_key, kind, event_key) DO NOTHING`);
export const release = query<{
  payload: string;
  connectionId: number;
  chatKey: string;
  kind: string;
  eventKey: string;
}>(`UPDATE inbound_event SET payload = :payload, attempts = 0, next_try_at = 0
  WHERE connection_id = :connectionId AND chat_key = :chatKey AND kind = :kind AND event_key = :eventKey AND state = 'new'`);
