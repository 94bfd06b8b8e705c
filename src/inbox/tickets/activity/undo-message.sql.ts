import { query } from "#platform/db/query.ts";

export const restoreLast = query<{
  preview: string;
  lastId: number | null;
  fromMe: number;
  mediaType: string | null;
  lastAt: number | null;
  sentAt: number;
  updatedAt: number;
  messageId: number;
  id: number;
}>(`UPDATE ticket SET last_message = :preview, last_message_id = :lastId, last_message_from_me = :fromMe,
  last_message_type = :mediaType, last_message_at = :lastAt, updated_at = iif(updated_at = :sentAt, :updatedAt, updated_at)
  WHERE id = :id AND last_message_id = :messageId`);
/** If the ticket had no wait before the message, a wait that began since then is kept. */
export const restoreWaiting = query<{
  unread: number;
  markedUnread: number;
  waitingSince: number | null;
  id: number;
}>(`UPDATE ticket SET unread_messages = unread_messages + :unread, marked_unread = max(marked_unread, :markedUnread),
  waiting_since = coalesce(:waitingSince, waiting_since) WHERE id = :id AND status <> 'closed'`);
/** For a ticket that was closed meanwhile: the state is written into `close_undo`, so that it returns if the close is undone. */
export const restoreWaitingInClose = query<{ unread: number; waitingSince: number | null; id: number }>(
  `UPDATE ticket SET close_undo = json_set(close_undo,
    '$.ticket.unreadMessages', (close_undo ->> '$.ticket.unreadMessages') + :unread,
    '$.ticket.waitingSince', coalesce(:waitingSince, close_undo ->> '$.ticket.waitingSince'))
  WHERE id = :id AND status = 'closed' AND close_undo IS NOT NULL`,
);
