import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"name" | "channel" | "greetingMessage" | "completionMessage", string> &
    Record<"outOfHoursMessage" | "ratingMessage" | "expiresInactiveMessage", string> &
    Record<"isDefault" | "expiresTicketMinutes" | "maxBotMenus" | "botMenuIntervalMinutes", number> &
    Record<"createdAt" | "updatedAt", number> &
    Record<"number", string | null>
>(`INSERT INTO connection (name, channel, status, is_default, number, greeting_message, completion_message,
    out_of_hours_message, rating_message, expires_inactive_message, expires_ticket_minutes, max_bot_menus,
    bot_menu_interval_minutes, health, created_at, updated_at)
  VALUES (:name, :channel, 'DISCONNECTED', :isDefault, :number, :greetingMessage, :completionMessage,
    :outOfHoursMessage, :ratingMessage, :expiresInactiveMessage, :expiresTicketMinutes, :maxBotMenus,
    :botMenuIntervalMinutes, 'down', :createdAt, :updatedAt)`);
export const update = query<
  Record<"greetingMessage" | "completionMessage" | "outOfHoursMessage" | "ratingMessage", string> &
    Record<"expiresInactiveMessage", string> &
    Record<"expiresTicketMinutes" | "maxBotMenus" | "botMenuIntervalMinutes" | "updatedAt", number> &
    Record<"id", number>
>(`UPDATE connection SET greeting_message = :greetingMessage, completion_message = :completionMessage,
    out_of_hours_message = :outOfHoursMessage,
    rating_message = :ratingMessage, expires_inactive_message = :expiresInactiveMessage,
    expires_ticket_minutes = :expiresTicketMinutes, max_bot_menus = :maxBotMenus,
    bot_menu_interval_minutes = :botMenuIntervalMinutes, updated_at = :updatedAt WHERE id = :id`);
export const byName = query<{ name: string }, { id: number }>(
  "SELECT id FROM connection WHERE name = :name AND deleted_at IS NULL",
);
export const defaultConnection = query<Record<never, never>, unknown>(
  "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL",
);
export const insertQueue = query<{ connectionId: number; queueId: number }>(
  "INSERT OR IGNORE INTO connection_queue (connection_id, queue_id) VALUES (:connectionId, :queueId)",
);
export const anyConnection = query<Record<never, never>, { id: number }>(
  "SELECT id FROM connection WHERE deleted_at IS NULL ORDER BY is_default DESC, id LIMIT 1",
);
export const placeholder = query<{ name: string }, { id: number }>(
  "SELECT id FROM connection WHERE name = :name AND deleted_at IS NOT NULL ORDER BY id LIMIT 1",
);
export const insertPlaceholder = query<{
  name: string;
  now: number;
}>(`INSERT INTO connection (name, status, status_reason, health, deleted_at, created_at, updated_at)
  VALUES (:name, 'DISCONNECTED', 'deleted', 'down', :now, :now, :now)`);
export const setDefault = query(`UPDATE connection SET is_default = 1 WHERE id = (SELECT id FROM connection
  WHERE deleted_at IS NULL ORDER BY id LIMIT 1) AND NOT EXISTS (${defaultConnection.text})`);
export const setRedirect = query<
  Record<"redirectQueueId", number | null> & Record<"redirectAfterMinutes" | "id", number>
>(
  `UPDATE connection SET redirect_queue_id = :redirectQueueId,
    redirect_after_minutes = :redirectAfterMinutes WHERE id = :id AND redirect_queue_id IS NULL`,
);
