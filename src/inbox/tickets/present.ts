import { pictureUrl } from "#people/contacts/index.ts";
import type { FieldValues } from "#people/fields/contract.ts";
import { valuesOf } from "#people/fields/index.ts";
import type { TagRef } from "#people/tags/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TicketAnswer } from "./contract.ts";
import { noTicket } from "./errors.ts";
import type { TicketFollowUp } from "./follow-ups/contract.ts";
import * as sql from "./present.sql.ts";
import { type Named, namedByList, namedByRow } from "./refs.ts";
import type { Ticket } from "./schema.ts";

/** The running follow-ups of these tickets; implemented by the follow-ups feature. */
export const FollowUpsOfTicketsPort =
  definePort<(tenant: Tenant, ticketIds: readonly number[]) => ReadonlyMap<number, TicketFollowUp>>(
    "follow-ups-of-tickets",
  );

const NO_TAGS: readonly TagRef[] = [];

const MAX_INSTANTS = 5000;
const instants = new Map<number, string>();

/** Cached, because lists and events contain the same times repeatedly; formatting them took a tenth of the time of a list. */
function instant(ms: number): string {
  let text = instants.get(ms);
  if (text === undefined) {
    if (instants.size >= MAX_INSTANTS) instants.clear();
    text = new Date(ms).toISOString();
    instants.set(ms, text);
  }
  return text;
}
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

/** Returns the ticket as responses and events show it. Throws 404 ERR_NO_TICKET_FOUND. */
export function presentTicket(tenant: Tenant, id: number): TicketAnswer {
  const found = findPresented(tenant, id);
  if (!found) throw noTicket();
  return found;
}

/** Like `presentTicket`, but returns undefined when the ticket does not exist. */
export function findPresented(tenant: Tenant, id: number): TicketAnswer | undefined {
  const row = queryOne(tenant.db, sql.byId, { id });
  return row && presentRows(tenant, [row])[0];
}

/** Presents the tickets with these ids that still exist, in this order. */
export const presentTickets = (tenant: Tenant, ids: readonly number[]): TicketAnswer[] =>
  presentRows(tenant, queryAll(tenant.db, sql.byIds, { ids: JSON.stringify(ids) }));

/** Presents rows of the query `SHOWN`. */
const presentRows = (tenant: Tenant, rows: readonly sql.ShownRow[]): TicketAnswer[] =>
  present(tenant, rows, namedByRow);

/** Presents rows of a list, with the columns `LISTED`. */
export const presentListed = (tenant: Tenant, rows: readonly sql.ListedRow[]): TicketAnswer[] =>
  present(tenant, rows, namedByList(tenant, rows));

/** The parts of a presented ticket that its row and the names of its references do not contain. */
interface Beside {
  readonly tags: readonly TagRef[];
  readonly fields: FieldValues;
  readonly followUp: TicketFollowUp | null;
}

/** Reads tags, fields and follow-ups with one statement each for all rows. */
function present<Row extends sql.ListedRow>(
  tenant: Tenant,
  rows: readonly Row[],
  namedBy: (row: Row) => Named,
): TicketAnswer[] {
  const tags = tagsOf(tenant.db, rows);
  const ids = rows.map(({ id }) => id);
  const fields = valuesOf(tenant, "ticket", ids);
  const followUps = tenant.installation.ports.find(FollowUpsOfTicketsPort)?.(tenant, ids);
  return rows.map((row) =>
    presentRow(tenant, row, namedBy(row), {
      tags: tags.get(row.id) ?? NO_TAGS,
      fields: fields(row.id),
      followUp: followUps?.get(row.id) ?? null,
    }),
  );
}

function tagsOf(db: Db, rows: readonly sql.ListedRow[]): ReadonlyMap<number, readonly TagRef[]> {
  const found = new Map<number, TagRef[]>();
  const [only, ...others] = rows;
  if (!only) return found;
  const tags =
    others.length === 0
      ? queryAll(db, sql.tagsOfTicket, { id: only.id })
      : queryAll(db, sql.tagsOfTickets, { ids: JSON.stringify(rows.map(({ id }) => id)) });
  for (const { ticket_id, id, name, color, kanban } of tags) {
    const tag = { id, name, color, kanban };
    const list = found.get(ticket_id);
    if (list) list.push(tag);
    else found.set(ticket_id, [tag]);
  }
  return found;
}

function adOf({ ad }: sql.ListedRow): TicketAnswer["ad"] {
  if (ad === null) return null;
  const [network, sourceType, sourceId, sourceUrl, headline, body, at] = JSON.parse(ad) as [
    ...[Ticket["channel"], string, string, string, string, string, number],
  ];
  return { network, sourceType, sourceId, sourceUrl, headline, body, at: instant(at) };
}

const snoozeOf = (row: sql.ListedRow): TicketAnswer["snooze"] =>
  row.snooze_mode === null || row.snoozed_until === null
    ? null
    : { mode: row.snooze_mode, until: instant(row.snoozed_until), asleep: row.asleep_since !== null };

/** No `woken` when a person ended the snooze: the history shows it. */
const wokenOf = ({ woken_at: at, wake_reason: reason }: sql.ListedRow): TicketAnswer["woken"] =>
  at === null || reason === null || reason === "person" ? null : { at: instant(at), reason };
const slaOf = (row: sql.ListedRow): TicketAnswer["sla"] =>
  row.sla_target === null || row.sla_state === null
    ? null
    : {
        target: row.sla_target,
        state: row.sla_state,
        dueAt: instantOrNull(row.sla_due_at),
        leftMs: row.sla_left_ms,
      };
const NO_PARTICIPANTS: number[] = [];
const participantIds = (stored: string): number[] =>
  stored === "" ? NO_PARTICIPANTS : stored.slice(1, -1).split(",").map(Number);

function presentRow(
  tenant: Tenant,
  row: sql.ListedRow,
  { user, queue, connection, resolutionName }: Named,
  { tags, fields, followUp }: Beside,
): TicketAnswer {
  const answer: TicketAnswer = {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    userId: row.user_id,
    user,
    userDistributed: row.user_distributed,
    queueId: row.queue_id,
    queue,
    whatsappId: row.connection_id,
    whatsapp: connection,
    contactId: row.contact_id,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      number: row.contact_number ?? "",
      profilePicUrl: pictureUrl(tenant, row.picture_id, row.picture_name),
    },
    channel: row.other_channel ?? "whatsapp",
    isGroup: row.is_group === 1,
    priority: row.priority,
    chatbot: row.chatbot === 1,
    useIntegration: row.use_integration === 1,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    code: row.protocol,
    protocol: row.protocol,
    lastMessage: row.last_message,
    lastMessageFromMe: row.last_message_from_me === 1,
    lastMessageId: row.last_message_id,
    lastMessageAck: row.last_message_ack,
    lastMessageType: row.last_message_type,
    lastCustomerMessage: row.last_customer_message,
    lastCustomerMessageType: row.last_customer_message_type,
    lastCustomerMessageAt: instantOrNull(row.last_customer_message_at),
    waitingSince: instantOrNull(row.waiting_since),
    pendingSince: instantOrNull(row.pending_since),
    unreadMessages: row.unread_messages,
    markedUnread: row.marked_unread === 1,
    participants: participantIds(row.participants),
    tags: tags as TagRef[],
    fields,
    closeReason: row.close_reason,
    resolution:
      row.resolution_id === null || resolutionName === null
        ? null
        : { id: row.resolution_id, name: resolutionName, note: row.resolution_note },
    closeSettlesAt: instantOrNull(row.close_settles_at),
    standbySince: instantOrNull(row.standby_since),
    ad: adOf(row),
    snooze: snoozeOf(row),
    woken: wokenOf(row),
    sla: slaOf(row),
    followUp,
    windowExpiresAt: instantOrNull(row.window_ends_at),
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    closedAt: instantOrNull(row.closed_at),
  };
  // Added afterwards, because a spread in the object literal costs as much as ten fields in every row of a list.
  if (row.wrote_elsewhere === 1) answer.wroteElsewhere = true;
  return answer;
}
