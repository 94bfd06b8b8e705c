import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"uuid" | "status" | "protocol", string> &
    Record<"contactId" | "connectionId" | "isGroup" | "unreadMessages" | "botMenusSent", number> &
    Record<"createdAt" | "updatedAt", number> &
    Record<"queueId" | "userId" | "botEndedAt" | "closedAt" | "closedBy", number | null> &
    Record<"closeReason", string | null>
>(`INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, channel, is_group, protocol,
    origin, unread_messages, bot_menus_sent, bot_ended_at, close_reason, closed_at, closed_by, created_at,
    updated_at)
  VALUES (:uuid, :status, :contactId, :connectionId, :queueId, :userId, 'whatsapp', :isGroup, :protocol,
    'contact', :unreadMessages, :botMenusSent, :botEndedAt, :closeReason, :closedAt, :closedBy, :createdAt,
    :updatedAt)`);
export const update = query<
  Record<"status", string> &
    Record<"queueId" | "userId" | "closedAt" | "closedBy", number | null> &
    Record<"unreadMessages" | "updatedAt" | "id", number> &
    Record<"closeReason", string | null>
>(`UPDATE ticket SET status = :status, queue_id = :queueId, user_id = :userId, unread_messages = :unreadMessages,
    close_reason = :closeReason, closed_at = :closedAt,
    closed_by = :closedBy, user_distributed = NULL, distributed_at = NULL, updated_at = :updatedAt WHERE id = :id`);
export const otherOpenTicket = query<{ connectionId: number; contactId: number; otherThan: number }, unknown>(
  `SELECT 1 FROM ticket WHERE connection_id = :connectionId AND contact_id = :contactId
    AND status <> 'closed' AND id <> :otherThan`,
);
export const byUuid = query<{ uuid: string }, unknown>("SELECT 1 FROM ticket WHERE uuid = :uuid");
export const nextProtocol = query<
  { day: string },
  { last: number }
>(`INSERT INTO protocol_counter (day, last) VALUES (:day, 1)
  ON CONFLICT (day) DO UPDATE SET last = last + 1 RETURNING last`);
export const groupFlag = query<{ id: number }, { isGroup: number }>(
  "SELECT is_group AS isGroup FROM contact WHERE id = :id",
);
export const placeOf = query<{ id: number }, { contactId: number; connectionId: number }>(
  "SELECT contact_id AS contactId, connection_id AS connectionId FROM ticket WHERE id = :id",
);
