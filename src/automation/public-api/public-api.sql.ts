import { query } from "#platform/db/query.ts";
import type { SentLine } from "./contract.ts";

/** Reads the system file. */
export const ownerOf = query<{ hash: string }, { readonly companyId: number; readonly connectionId: number }>(
  "SELECT company_id AS companyId, connection_id AS connectionId FROM connection_token WHERE hash = :hash",
);
export const defaultConnection = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL",
);
export const deleteOld = query<{ before: number; limit: number }>(
  "DELETE FROM api_call WHERE id IN (SELECT id FROM api_call WHERE created_at < :before LIMIT :limit)",
);

export const closingOf = query<{ messageId: number }, { readonly ticketId: number }>(
  "SELECT ticket_id AS ticketId FROM api_closing WHERE message_id = :messageId",
);
export const removeClosing = query<{ messageId: number }>(
  "DELETE FROM api_closing WHERE message_id = :messageId",
);

export const deleteNaming = query<{ name: string }>("DELETE FROM api_call WHERE instr(answer, :name) > 0");

export type SentRow = Omit<SentLine, "createdAt" | "contact"> & {
  readonly createdAt: number;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string | null;
};
type Page = { before: number; limit: number };

const select = (where: string) => `
  SELECT m.id, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.connection_id AS whatsappId, m.body,
    m.media_type AS mediaType, coalesce(m.send_state, 'sent') AS status, m.ack, m.send_error AS error,
    m.created_at AS createdAt, c.id AS contactId, c.name AS contactName, c.number AS contactNumber
  FROM message m JOIN contact c ON c.id = m.contact_id JOIN ticket t ON t.id = m.ticket_id
  WHERE m.origin = 'api' AND ${where} ORDER BY m.id DESC LIMIT :limit`;

export const ofCompany = query<Page, SentRow>(select("m.id < :before"));
export const ofConnection = query<Page & { whatsappId: number }, SentRow>(
  select("m.connection_id = :whatsappId AND m.id < :before"),
);

type Key = { connectionId: number; key: string };

export const find = query<
  Key,
  { readonly hash: string; readonly answer: string; readonly createdAt: number }
>(
  `SELECT hash, answer, created_at AS createdAt FROM api_call
   WHERE connection_id = :connectionId AND key = :key`,
);
export const save = query<Key & { hash: string; answer: string; now: number }>(
  `INSERT INTO api_call (connection_id, key, hash, answer, created_at)
   VALUES (:connectionId, :key, :hash, :answer, :now)
   ON CONFLICT (connection_id, key) DO UPDATE SET hash = excluded.hash, answer = excluded.answer,
     created_at = excluded.created_at`,
);

export const sentAt = query<{ messageId: number }, { readonly sentAt: number | null }>(
  "SELECT sent_at AS sentAt FROM outbox WHERE message_id = :messageId AND kind = 'message'",
);
