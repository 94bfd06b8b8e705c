import { query } from "#platform/db/query.ts";
import type { Row } from "./send.ts";

export const insertMail = query<{
  uuid: string;
  companyId: number;
  recipient: string;
  subject: string;
  body: string;
  now: number;
  expiresAt: number;
}>(`INSERT INTO mail (uuid, company_id, recipient, subject, body, next_try_at, expires_at, created_at)
  VALUES (:uuid, :companyId, :recipient, :subject, :body, :now, :expiresAt, :now)`);
export const expiredMails = query<{ now: number }, Row>(
  "SELECT * FROM mail WHERE expires_at <= :now LIMIT 50",
);
export const dueMails = query<{ now: number }, Row>(
  "SELECT * FROM mail WHERE next_try_at <= :now ORDER BY next_try_at, id LIMIT 50",
);
export const deleteMail = query<{ id: number }>("DELETE FROM mail WHERE id = :id");
export const deleteAll = query<Record<never, never>>("DELETE FROM mail");
export const postponeMail = query<{ nextTryAt: number; id: number }>(
  "UPDATE mail SET attempts = attempts + 1, next_try_at = :nextTryAt WHERE id = :id",
);
