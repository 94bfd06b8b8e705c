import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"name" | "color" | "greetingMessage" | "completionMessage" | "outOfHoursMessage", string> &
    Record<"ratingMessage" | "schedules", string> &
    Record<"orderQueue" | "createdAt" | "updatedAt", number>
>(`INSERT INTO queue (name, color, greeting_message, completion_message, out_of_hours_message,
    rating_message, order_queue, schedules, created_at, updated_at) VALUES (:name, :color, :greetingMessage,
    :completionMessage, :outOfHoursMessage, :ratingMessage, :orderQueue, :schedules, :createdAt, :updatedAt)`);
export const update = query<
  Record<"greetingMessage" | "completionMessage" | "outOfHoursMessage" | "ratingMessage", string> &
    Record<"schedules", string> &
    Record<"orderQueue" | "updatedAt" | "id", number>
>(`UPDATE queue SET greeting_message = :greetingMessage, completion_message = :completionMessage,
    out_of_hours_message = :outOfHoursMessage,
    rating_message = :ratingMessage, order_queue = :orderQueue, schedules = :schedules,
    updated_at = :updatedAt WHERE id = :id`);
export const byName = query<{ name: string }, { id: number }>("SELECT id FROM queue WHERE name = :name");
export const insertOption = query<
  Record<"queueId" | "createdAt" | "updatedAt", number> &
    Record<"parentId", number | null> &
    Record<"title" | "message" | "option", string>
>(`INSERT INTO queue_option (queue_id, parent_id, title, message, option, created_at, updated_at)
  VALUES (:queueId, :parentId, :title, :message, :option, :createdAt, :updatedAt)`);
export const siblingOptions = query<{ queueId: number; parentId: number }, { option: string }>(
  "SELECT option FROM queue_option WHERE queue_id = :queueId AND coalesce(parent_id, 0) = :parentId",
);
export const updateOption = query<{ title: string; message: string; updatedAt: number; id: number }>(
  "UPDATE queue_option SET title = :title, message = :message, updated_at = :updatedAt WHERE id = :id",
);
export const byColor = query<{ color: string }, unknown>("SELECT 1 FROM queue WHERE lower(color) = :color");
