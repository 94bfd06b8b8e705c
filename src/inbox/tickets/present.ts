import { pictureUrl } from "#people/contacts/index.ts";
import type { TagRef } from "#people/tags/contract.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ANSWER_WINDOW_MS, hasWindow, WROTE_AT } from "./activity/answer-window.ts";
import type { TicketAnswer, TicketStatus } from "./contract.ts";
import { noTicket } from "./errors.ts";
import type { Ticket } from "./schema.ts";

/** The columns a presented ticket needs, for a ticket `t`. Hand-written: every list and event reads them. */
export const SHOWN = `t.id, t.uuid, t.status, t.user_id, u.name AS user_name, t.user_distributed, t.queue_id,
  q.name AS queue_name, q.color AS queue_color, t.connection_id, w.name AS connection_name, w.provider, t.contact_id,
  c.name AS contact_name, c.number AS contact_number, c.picture_id, p.name AS picture_name, t.channel, t.is_group,
  t.chatbot, t.use_integration, t.prompt_id, t.integration_id, t.protocol, t.last_message, t.last_message_from_me,
  m.ack AS last_message_ack, t.last_message_type, t.last_customer_message, t.last_customer_message_type,
  t.last_customer_message_at, t.waiting_since, t.pending_since, t.unread_messages,
  CASE WHEN w.channel <> 'whatsapp' OR w.provider = 'cloud' THEN ${WROTE_AT} END AS wrote_at, t.close_reason,
  t.close_settles_at, t.created_at, t.updated_at, t.closed_at`;
export const JOINS = `JOIN contact c ON c.id = t.contact_id
  JOIN connection w ON w.id = t.connection_id
  LEFT JOIN queue q ON q.id = t.queue_id
  LEFT JOIN user u ON u.id = t.user_id
  LEFT JOIN media_file p ON p.id = c.picture_id
  LEFT JOIN message m ON m.id = t.last_message_id AND t.last_message_from_me = 1`;

const BY_ID = `SELECT ${SHOWN} FROM ticket t ${JOINS} WHERE t.id = ?`;
const tagsWhere = (condition: string) => `SELECT tt.ticket_id, g.id, g.name, g.color, g.kanban
  FROM ticket_tag tt JOIN tag g ON g.id = tt.tag_id WHERE ${condition} ORDER BY g.name, g.id`;
const TAGS = tagsWhere("tt.ticket_id IN (SELECT value FROM json_each(?))");
/** Broadcasts show one ticket: the list costs three times as much as the ticket's number. */
const TAGS_OF_ONE = tagsWhere("tt.ticket_id = ?");

export interface ShownRow {
  readonly id: number;
  readonly uuid: string;
  readonly status: TicketStatus;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly user_distributed: number | null;
  readonly queue_id: number | null;
  readonly queue_name: string | null;
  readonly queue_color: string | null;
  readonly connection_id: number;
  readonly connection_name: string;
  readonly provider: string;
  readonly contact_id: number;
  readonly contact_name: string;
  readonly contact_number: string | null;
  readonly picture_id: number | null;
  readonly picture_name: string | null;
  readonly channel: Ticket["channel"];
  readonly is_group: number;
  readonly chatbot: number;
  readonly use_integration: number;
  readonly prompt_id: number | null;
  readonly integration_id: number | null;
  readonly protocol: string;
  readonly last_message: string;
  readonly last_message_from_me: number;
  readonly last_message_ack: number | null;
  readonly last_message_type: string | null;
  /** Only where the network closes a window. */
  readonly wrote_at: number | null;
  readonly last_customer_message: string | null;
  readonly last_customer_message_type: string | null;
  readonly last_customer_message_at: number | null;
  readonly waiting_since: number | null;
  readonly pending_since: number | null;
  readonly unread_messages: number;
  readonly close_reason: string | null;
  readonly close_settles_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
}

const NO_TAGS: readonly TagRef[] = [];

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

/** The ticket as responses and events show it. Throws 404 ERR_NO_TICKET_FOUND. */
export function presentTicket(tenant: Tenant, id: number): TicketAnswer {
  const found = findPresented(tenant, id);
  if (!found) throw noTicket();
  return found;
}

/** The same, or undefined when it is gone. */
export function findPresented(tenant: Tenant, id: number): TicketAnswer | undefined {
  const row = one<ShownRow>(tenant.db, BY_ID, id);
  return row && presentRows(tenant, [row])[0];
}

/** Presents rows of `SHOWN`; their tags are read by one statement. */
export function presentRows(tenant: Tenant, rows: readonly ShownRow[]): TicketAnswer[] {
  const tags = tagsOf(tenant.db, rows);
  return rows.map((row) => presentRow(tenant, row, tags.get(row.id) ?? NO_TAGS));
}

function tagsOf(db: Db, rows: readonly ShownRow[]): ReadonlyMap<number, readonly TagRef[]> {
  const found = new Map<number, TagRef[]>();
  const [only, ...others] = rows;
  if (!only) return found;
  const tags =
    others.length === 0
      ? all<TagRef & { ticket_id: number }>(db, TAGS_OF_ONE, only.id)
      : all<TagRef & { ticket_id: number }>(db, TAGS, JSON.stringify(rows.map(({ id }) => id)));
  for (const { ticket_id, id, name, color, kanban } of tags) {
    const tag = { id, name, color, kanban };
    const list = found.get(ticket_id);
    if (list) list.push(tag);
    else found.set(ticket_id, [tag]);
  }
  return found;
}

/** A contact who never wrote cannot be answered: the window ends at the creation of the ticket. */
function windowEnd(row: ShownRow): string | null {
  if (!hasWindow(row)) return null;
  return instant(row.wrote_at === null ? row.created_at : row.wrote_at + ANSWER_WINDOW_MS);
}

function presentRow(tenant: Tenant, row: ShownRow, tags: readonly TagRef[]): TicketAnswer {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
    userDistributed: row.user_distributed,
    queueId: row.queue_id,
    queue:
      row.queue_id === null
        ? null
        : { id: row.queue_id, name: row.queue_name ?? "", color: row.queue_color ?? "" },
    whatsappId: row.connection_id,
    whatsapp: { id: row.connection_id, name: row.connection_name },
    contactId: row.contact_id,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      number: row.contact_number ?? "",
      profilePicUrl: pictureUrl(tenant, row.picture_id, row.picture_name),
    },
    channel: row.channel,
    isGroup: row.is_group === 1,
    chatbot: row.chatbot === 1,
    useIntegration: row.use_integration === 1,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    code: row.protocol,
    protocol: row.protocol,
    lastMessage: row.last_message,
    lastMessageFromMe: row.last_message_from_me === 1,
    lastMessageAck: row.last_message_ack,
    lastMessageType: row.last_message_type,
    lastCustomerMessage: row.last_customer_message,
    lastCustomerMessageType: row.last_customer_message_type,
    lastCustomerMessageAt: instantOrNull(row.last_customer_message_at),
    waitingSince: instantOrNull(row.waiting_since),
    pendingSince: instantOrNull(row.pending_since),
    unreadMessages: row.unread_messages,
    tags: tags as TagRef[],
    closeReason: row.close_reason,
    closeSettlesAt: instantOrNull(row.close_settles_at),
    windowExpiresAt: windowEnd(row),
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    closedAt: instantOrNull(row.closed_at),
  };
}
