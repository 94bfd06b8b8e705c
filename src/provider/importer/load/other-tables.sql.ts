import { query } from "#platform/db/query.ts";

export const insertTag = query<
  Record<"name" | "color", string> & Record<"kanban" | "createdAt" | "updatedAt", number>
>(
  `INSERT INTO tag (name, color, kanban, created_at, updated_at) VALUES (:name, :color, :kanban, :createdAt,
    :updatedAt)`,
);
export const tagByName = query<{ name: string }, { id: number }>("SELECT id FROM tag WHERE name = :name");
export const updateTag = query<{ color: string; kanban: number; updatedAt: number; id: number }>(
  "UPDATE tag SET color = :color, kanban = :kanban, updated_at = :updatedAt WHERE id = :id",
);
export const insertTicketTag = query<{ ticketId: number; tagId: number }>(
  "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) VALUES (:ticketId, :tagId)",
);
export const insertNote = query<
  Record<"ticketId" | "contactId" | "createdAt", number> &
    Record<"userId", number | null> &
    Record<"note", string>
>(
  `INSERT INTO ticket_note (ticket_id, contact_id, user_id, note, created_at) VALUES (:ticketId, :contactId,
    :userId, :note, :createdAt)`,
);
export const contactOfTicket = query<{ id: number }, { contactId: number }>(
  "SELECT contact_id AS contactId FROM ticket WHERE id = :id",
);
export const insertQuickReply = query<
  Record<"shortcode" | "message", string> &
    Record<"shared" | "userId" | "createdAt" | "updatedAt", number> &
    Record<"mediaId", number | null>
>(`INSERT INTO quick_reply (shortcode, message, shared, active, media_id, user_id, created_at, updated_at)
  VALUES (:shortcode, :message, :shared, 1, :mediaId, :userId, :createdAt, :updatedAt)`);
export const updateQuickReply = query<{ message: string; updatedAt: number; id: number }>(
  "UPDATE quick_reply SET message = :message, updated_at = :updatedAt WHERE id = :id",
);
export const sameQuickReply = query<
  { shortcode: string; shared: number; userId: number },
  { id: number }
>(`SELECT id FROM quick_reply WHERE shortcode = :shortcode AND (shared = 1 AND :shared = 1
  OR shared = 0 AND :shared = 0 AND user_id = :userId)`);
export const insertScheduledMessage = query<
  Record<"body" | "seriesStart", string> &
    Record<"contactId" | "sendAt" | "userId" | "createdAt" | "updatedAt", number> &
    Record<"connectionId", number | null>
>(`INSERT INTO scheduled_message (body, contact_id, send_at, user_id, connection_id, series_start, created_at,
  updated_at) VALUES (:body, :contactId, :sendAt, :userId, :connectionId, :seriesStart, :createdAt, :updatedAt)`);
export const insertList = query<{ name: string; createdAt: number; updatedAt: number }>(
  "INSERT INTO contact_list (name, created_at, updated_at) VALUES (:name, :createdAt, :updatedAt)",
);
export const listByName = query<{ name: string }, { id: number }>(
  "SELECT id FROM contact_list WHERE name = :name COLLATE NOCASE",
);
export const insertListItem = query<
  Record<"contactListId" | "createdAt" | "updatedAt", number> &
    Record<"name" | "number" | "matchKey" | "email" | "search", string> &
    Record<"isWhatsappValid", number | null>
>(`INSERT INTO contact_list_item (contact_list_id, name, number, match_key, email, is_whatsapp_valid, search,
  created_at, updated_at) VALUES (:contactListId, :name, :number, :matchKey, :email, :isWhatsappValid, :search,
    :createdAt, :updatedAt)`);
export const sameListItem = query<{ contactListId: number; matchKey: string }, { id: number }>(
  "SELECT id FROM contact_list_item WHERE contact_list_id = :contactListId AND match_key = :matchKey",
);
