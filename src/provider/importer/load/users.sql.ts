import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"name" | "email" | "passwordHash" | "profile", string> &
    Record<"allTicket" | "createdAt" | "updatedAt", number> &
    Record<"connectionId", number | null>
>(`INSERT INTO user (name, email, password_hash, profile, all_ticket, connection_id, created_at, updated_at)
  VALUES (:name, :email, :passwordHash, :profile, :allTicket, :connectionId, :createdAt, :updatedAt)`);
export const update = query<
  Record<"name" | "profile", string> & Record<"allTicket" | "updatedAt" | "id", number>
>(
  "UPDATE user SET name = :name, profile = :profile, all_ticket = :allTicket, updated_at = :updatedAt WHERE id = :id",
);
export const byEmail = query<{ email: string }, { id: number }>(
  "SELECT id FROM user WHERE email = :email AND deleted_at IS NULL",
);
export const insertQueue = query<{ userId: number; queueId: number }>(
  "INSERT OR IGNORE INTO user_queue (user_id, queue_id) VALUES (:userId, :queueId)",
);
export const firstAdmin = query<Record<never, never>, { id: number }>(
  "SELECT id FROM user WHERE deleted_at IS NULL ORDER BY profile <> 'admin', id LIMIT 1",
);
