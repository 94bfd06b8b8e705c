import { query } from "#platform/db/query.ts";
import type { ConnectionRules } from "./find-or-create.ts";

export const insertTicket = query<{
  uuid: string;
  status: string;
  contactId: number;
  connectionId: number;
  channel: string;
  isGroup: number;
  queueId: number | null;
  userId: number | null;
  origin: string;
  protocol: string;
  closeReason: string | null;
  closedAt: number | null;
  pendingSince: number | null;
  now: number;
  unreadMessages: number;
  waitingSince: number | null;
}>(`INSERT INTO ticket (uuid, status, contact_id, connection_id, channel, is_group, queue_id, user_id, origin,
  protocol, close_reason, closed_at, pending_since, created_at, updated_at, unread_messages, waiting_since, last_message_at,
  last_customer_message_at)
  VALUES (:uuid, :status, :contactId, :connectionId, :channel, :isGroup, :queueId, :userId, :origin, :protocol, :closeReason, :closedAt, :pendingSince, :now, :now, :unreadMessages, :waitingSince, :waitingSince, :waitingSince)`);
export const connectionRules = query<
  { id: number },
  ConnectionRules
>(`SELECT channel, time_create_new_ticket_minutes AS reuseMinutes, keep_user_on_reopen AS keepUser
  FROM connection WHERE id = :id`);
export const isMemberOfQueue = query<
  { userId: number; queueId: number },
  unknown
>(`SELECT 1 FROM user_queue uq JOIN user u ON u.id = uq.user_id
  WHERE uq.user_id = :userId AND uq.queue_id = :queueId AND u.deleted_at IS NULL`);
export const reuse = query<{
  status: string;
  userId: number | null;
  queueId: number | null;
  now: number;
  id: number;
}>(`UPDATE ticket SET status = :status, user_id = :userId, queue_id = :queueId, user_distributed = NULL, distributed_at = NULL,
  chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL, queue_option_id = NULL, option_tries = 0,
  bot_menus_sent = 0, unread_messages = 0, waiting_since = NULL,
  close_reason = NULL, closed_at = NULL, closed_by = NULL, resolution_id = NULL, resolution_note = NULL, updated_at = :now WHERE id = :id AND status = 'closed'`);
export const countProtocol = query<{ day: string }>(`INSERT INTO protocol_counter (day, last) VALUES (:day, 1)
  ON CONFLICT (day) DO UPDATE SET last = last + 1`);
export const lastProtocol = query<{ day: string }, { last: number }>(
  "SELECT last FROM protocol_counter WHERE day = :day",
);
export const queuesOfConnection = query<{ connectionId: number }, { id: number }>(
  "SELECT queue_id AS id FROM connection_queue WHERE connection_id = :connectionId LIMIT 2",
);
