import { query } from "#platform/db/query.ts";
import type { LoginRow } from "./login-index.ts";

export const passwordHashOf = query<{ id: number }, { hash: string }>(
  "SELECT password_hash AS hash FROM user WHERE id = :id AND deleted_at IS NULL",
);
export const hiddenUserByEmail = query<{ email: string }, { id: number }>(
  "SELECT id FROM user WHERE email = :email AND deleted_at IS NOT NULL",
);
export const insertHiddenUser = query<{
  name: string;
  email: string;
  now: number;
}>(`INSERT INTO user (name, email, password_hash, profile, deleted_at, created_at, updated_at)
  VALUES (:name, :email, '', 'admin', :now, :now, :now)`);
export const renameUser = query<{ name: string; now: number; id: number }>(
  "UPDATE user SET name = :name, updated_at = :now WHERE id = :id",
);
export const ownerOfLogin = query<{ email: string }, LoginRow>(
  "SELECT company_id, user_id FROM login WHERE email = :email",
);
export const stillThere = query<{ id: number; email: string }, unknown>(
  "SELECT 1 FROM user WHERE id = :id AND email = :email AND deleted_at IS NULL",
);
export const claimLogin = query<{
  email: string;
  id: number;
  userId: number;
}>(`INSERT INTO login (email, company_id, user_id) VALUES (:email, :id, :userId)
  ON CONFLICT (email) DO UPDATE SET company_id = excluded.company_id, user_id = excluded.user_id`);
export const releaseLogin = query<{ email: string; id: number; userId: number }>(
  "DELETE FROM login WHERE email = :email AND company_id = :id AND user_id = :userId",
);
export const loginsOfCompany = query<Record<never, never>, { id: number; email: string }>(
  "SELECT id, email FROM user WHERE deleted_at IS NULL ORDER BY id",
);
