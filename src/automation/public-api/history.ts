import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { SentLine, SentListQuery } from "./contract.ts";

const PAGE = 30;

const select = (where: string) => `
  SELECT m.id, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.connection_id AS whatsappId, m.body,
    m.media_type AS mediaType, coalesce(m.send_state, 'sent') AS status, m.ack, m.send_error AS error,
    m.created_at AS createdAt, c.id AS contactId, c.name AS contactName, c.number AS contactNumber
  FROM message m JOIN contact c ON c.id = m.contact_id JOIN ticket t ON t.id = m.ticket_id
  WHERE m.origin = 'api' AND ${where} ORDER BY m.id DESC LIMIT ${PAGE + 1}`;
const OF_ALL = select("m.id < ?");
const OF_ONE = select("m.connection_id = ? AND m.id < ?");

type Row = Omit<SentLine, "createdAt" | "contact"> & {
  readonly createdAt: number;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string;
};

/** What was sent through the API, newest first; `before` = the id of the last one seen. */
export function sentThroughApi(
  tenant: Tenant,
  { before = Number.MAX_SAFE_INTEGER, whatsappId }: SentListQuery,
): { readonly messages: readonly SentLine[]; readonly hasMore: boolean } {
  const rows =
    whatsappId === undefined
      ? all<Row>(tenant.db, OF_ALL, before)
      : all<Row>(tenant.db, OF_ONE, whatsappId, before);
  return { messages: rows.slice(0, PAGE).map(presentLine), hasMore: rows.length > PAGE };
}

const presentLine = ({ contactId, contactName, contactNumber, createdAt, ...line }: Row): SentLine => ({
  ...line,
  contact: { id: contactId, name: contactName, number: contactNumber },
  createdAt: new Date(createdAt).toISOString(),
});
