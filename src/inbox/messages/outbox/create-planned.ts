import { requireConnection } from "#channels/connections/index.ts";
import { attachmentKind, copyMediaFile, type MediaKind, mediaFileById } from "#channels/media/index.ts";
import { fillTemplate } from "#channels/templates/index.ts";
import type { Origin } from "#inbox/messages/contract.ts";
import { templateCode } from "#inbox/messages/errors.ts";
import type { OutboxRow, OutboxState } from "#inbox/messages/schema.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import { rendered, type Situation } from "#inbox/messages/send/variables.ts";
import { answerWindow, createClosedTicket, newestTicketOf, type Ticket } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { execute } from "#platform/db/query.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { exceedsHeldLimit, HELD_LIMIT } from "./cold/check-new-chat.ts";
import { holdWhileBlocked } from "./cold/hold.ts";
import { showState } from "./complete.ts";
import { createOutgoing } from "./create-outgoing.ts";
import { createTemplateMessage } from "./create-template.ts";
import { wakeSender } from "./enqueue.ts";
import * as sql from "./queries.sql.ts";
import { deleteUnsentRow, furtherParts, outboxBySource, revive } from "./queries.ts";

/** A message of a schedule, a campaign or a follow-up that is due. */
export interface PlannedMessage {
  readonly contactId: number;
  readonly connectionId: number;
  /** A text with variables, or a function that renders it. */
  readonly text: string | ((situation: Situation) => string);
  /** A file of the company, copied for this message. In a template with a heading it becomes the heading. */
  readonly fileId: number | null;
  /** An approved template of the official WhatsApp instead of `text`. Only templates may be sent outside the answer window. */
  readonly template?:
    | {
        readonly name: string;
        /** Null = any approved language of the template. */
        readonly language: string | null;
        /** The template's values, with unfilled variables; filled in like `text`. */
        readonly values: (situation: Situation) => readonly string[];
      }
    | undefined;
  /** The author; null = the company. */
  readonly author: { readonly id: number; readonly name: string } | null;
  readonly origin: Origin & ("schedule" | "campaign" | "followup");
  /** Earliest time of sending, ms. */
  readonly notBefore?: number;
  /** `source` and `sourceKey` together are the outbox key; a key is used once. */
  readonly source: string;
  readonly sourceKey: string;
}

/** The message's ticket and state, or the error code when it cannot be sent. */
export type PlannedSend =
  | {
      readonly outboxId: number;
      readonly messageId: number | null;
      readonly ticketId: number | null;
      readonly state: OutboxState;
    }
  | { readonly code: string };

/**
 * Stores a planned message and its outbox row (docs/rules/scheduled-messages.md#ticket,
 * docs/rules/campaigns.md#variants) in the contact's running ticket of the connection, else in the ticket closed last,
 * else in a new closed one. The ticket keeps its place in the lists and no ticket period begins.
 */
export function createPlannedMessage(unit: TenantUnit, planned: PlannedMessage): PlannedSend {
  const { source, sourceKey, author, origin } = planned;
  const before = outboxBySource(unit.db, source, sourceKey);
  if (before) return planOf(before);
  if (isOnHold(unit.tenant.company)) return { code: "ERR_RESTORED" };
  const { template } = planned;
  if (!template && answerWindow(unit.db, planned, unit.now) !== "open") return { code: "ERR_WINDOW_CLOSED" };
  const ticket = ticketFor(unit, planned);
  if (exceedsHeldLimit(unit, ticket)) return { code: HELD_LIMIT };
  const { contactId, text } = planned;
  const spokenFor = ticket.status === "closed" || ticket.userId === null;
  const situation = { ticket, contactId, ...(spokenFor && author && { userName: author.name }) };
  const around = {
    ticketId: ticket.id,
    source,
    sourceKey,
    planned: origin,
    ...(planned.notBefore !== undefined && { notBefore: planned.notBefore }),
  };
  const inTheName = { origin, userId: author?.id ?? null };
  if (template) {
    const { name, language } = template;
    const values = template.values(situation);
    const filled = fillTemplate(unit.db, planned.connectionId, {
      name,
      language,
      values,
      fileId: planned.fileId,
    });
    if (typeof filled === "string") return { code: templateCode(filled) };
    return written(createTemplateMessage(unit, filled, { ...around, fields: inTheName }), ticket);
  }
  const file = fileFor(unit, ticket, planned.fileId);
  if (file && "code" in file) return file;
  const body = typeof text === "string" ? rendered(unit.tenant, text, situation) : text(situation);
  const created = createOutgoing(unit, {
    ...around,
    fields: { ...inTheName, body, ...(file && { mediaType: file.kind, mediaId: file.id }) },
    payload: {
      content: file
        ? { type: "media", fileId: file.id, kind: file.kind, caption: body, voice: false }
        : { type: "text", text: body },
    },
    fileName: file?.name ?? null,
  });
  return written(created, ticket);
}

function written({ outboxId, message }: ReturnType<typeof createOutgoing>, ticket: Ticket): PlannedSend {
  if (outboxId === undefined) throw new Error("outbox key of a planned message is already used");
  return { outboxId, messageId: message.id, ticketId: ticket.id, state: "queued" };
}

const planOf = ({ id, messageId, ticketId, state }: OutboxRow): PlannedSend => ({
  outboxId: id,
  messageId,
  ticketId,
  state,
});

/**
 * Prepares a used outbox key for another send. A send that was cancelled before its first attempt is deleted, so that
 * the caller creates it again; a send that was attempted is queued again under its provider id, which the network
 * recognises. Returns undefined when the key has no row (any more).
 */
export function replanMessage(unit: TenantUnit, source: string, sourceKey: string): PlannedSend | undefined {
  const row = outboxBySource(unit.db, source, sourceKey);
  if (!row) return undefined;
  if (row.state === "cancelled" && row.providerId === null) {
    for (const part of furtherParts(unit.db, row)) deleteUnsentRow(unit, part.id);
    deleteUnsentRow(unit, row.id);
    return undefined;
  }
  if (row.state !== "cancelled" && row.state !== "failed") return planOf(row);
  revive(unit, row.id);
  showState(unit, row, "queued", null);
  holdWhileBlocked(unit, row.id);
  wakeSender(unit, row.connectionId);
  return planOf({ ...row, state: "queued" });
}

/** Deletes a failed send, so that its outbox key can be used for another message. */
export const deleteRefusedSend = (unit: TenantUnit, outboxId: number): void =>
  void execute(unit.db, sql.deleteFailed, { id: outboxId });

function ticketFor(unit: TenantUnit, { contactId, connectionId, origin }: PlannedMessage): Ticket {
  const known = newestTicketOf(unit.db, contactId, connectionId);
  if (known) return known;
  const { channel } = requireConnection(unit.db, connectionId);
  const isGroup = contactById(unit.db, contactId)?.isGroup ?? false;
  // A follow-up runs in an open ticket, so it never creates one.
  const createdBy = origin === "followup" ? "schedule" : origin;
  return createClosedTicket(unit, { contactId, connectionId, channel, isGroup, origin: createdBy });
}

type PlannedFile = { readonly id: number; readonly kind: MediaKind; readonly name: string };

function fileFor(
  unit: TenantUnit,
  ticket: Ticket,
  fileId: number | null,
): PlannedFile | { readonly code: string } | undefined {
  if (fileId === null) return undefined;
  const file = mediaFileById(unit.db, fileId);
  if (file?.state !== "stored" || file.path === null) return { code: "ERR_SENDING_WAPP_MSG" };
  const kind = attachmentKind(driverOf(unit.tenant, ticket), file);
  return kind === null
    ? { code: "ERR_MEDIA_TYPE" }
    : { id: copyMediaFile(unit, file), kind, name: file.name };
}
