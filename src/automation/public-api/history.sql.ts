import { query } from "#platform/db/query.ts";
import type { SentLine } from "./contract.ts";

export type SentRow = Omit<SentLine, "createdAt" | "contact"> & {
  readonly createdAt: number;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string;
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
