import { query } from "#platform/db/query.ts";
import type { Request } from "./recovery.ts";
import type { Code } from "./reset-password.ts";

export const insertRequest = query<{ email: string; now: number }>(
  "INSERT INTO recovery_request (email, created_at) VALUES (:email, :now)",
);
export const nextRequests = query<Record<never, never>, Request>(
  "SELECT * FROM recovery_request ORDER BY id LIMIT 50",
);
export const deleteRequest = query<{ id: number }>("DELETE FROM recovery_request WHERE id = :id");
export const deleteExpiredResets = query<{ now: number }>(
  "DELETE FROM password_reset WHERE expires_at <= :now",
);
export const countResets = query<{ email: string }, { n: number }>(
  "SELECT count(*) AS n FROM password_reset WHERE email = :email",
);
export const insertReset = query<{
  hash: string;
  email: string;
  companyId: number;
  userId: number;
  now: number;
  expiresAt: number;
}>(
  "INSERT INTO password_reset (hash, email, company_id, user_id, created_at, expires_at) VALUES (:hash, :email, :companyId, :userId, :now, :expiresAt)",
);
export const resetByHash = query<{ hash: string; now: number }, Code>(
  "SELECT email, company_id, user_id FROM password_reset WHERE hash = :hash AND expires_at > :now",
);
export const deleteReset = query<{ hash: string }>("DELETE FROM password_reset WHERE hash = :hash");
export const deleteResetsOf = query<{ id: number; userId: number }>(
  "DELETE FROM password_reset WHERE company_id = :id AND user_id = :userId",
);
