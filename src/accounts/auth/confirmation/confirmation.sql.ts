import { query } from "#platform/db/query.ts";
import type { Waiting } from "./confirmation.ts";

const COLUMNS = "company_id AS companyId, user_id AS userId, email, sent, counted_from AS countedFrom";
export const confirmationOf = query<{ companyId: number }, Waiting>(
  `SELECT ${COLUMNS} FROM email_confirmation WHERE company_id = :companyId`,
);

export const deleteConfirmed = query<{ hash: string; now: number }>(
  "DELETE FROM email_confirmation WHERE hash = :hash AND expires_at > :now",
);
export const deleteConfirmation = query<{ id: number; userId: number }>(
  "DELETE FROM email_confirmation WHERE company_id = :id AND user_id = :userId",
);
export const upsertConfirmation = query<{
  companyId: number;
  userId: number;
  email: string;
  hash: string;
  expiresAt: number;
  sent: number;
  countedFrom: number;
}>(`INSERT INTO email_confirmation (company_id, user_id, email, hash, expires_at, sent, counted_from)
  VALUES (:companyId, :userId, :email, :hash, :expiresAt, :sent, :countedFrom) ON CONFLICT (company_id) DO UPDATE SET hash = excluded.hash,
  expires_at = excluded.expires_at, sent = excluded.sent, counted_from = excluded.counted_from`);
