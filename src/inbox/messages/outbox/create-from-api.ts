import type { ConnectionRow } from "#channels/connections/index.ts";
import { windowClosed } from "#inbox/messages/errors.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { checkText } from "#inbox/messages/send/check-text.ts";
import { checkQuote } from "#inbox/messages/send/quote.ts";
import { rendered } from "#inbox/messages/send/variables.ts";
import type { FileOfMessage } from "#inbox/messages/send/with-files.ts";
import {
  answerWindow,
  createClosedTicket,
  findOrCreatePending,
  newestTicketOf,
} from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createOutgoing } from "./create-outgoing.ts";
import { contentOf } from "./payload.ts";

/** A message that another system sends through the API. */
export interface ApiMessage {
  readonly connection: ConnectionRow;
  readonly contactId: number;
  /** The text with unfilled variables; the caption when there is a file. */
  readonly text: string;
  readonly file?: FileOfMessage | undefined;
  readonly quotedId: number | null;
  /** True = the ticket waits for an attendant afterwards; false = the ticket keeps its state and its position in the lists. */
  readonly openTicket: boolean;
}

/**
 * Writes a message of another system and its outbox row (docs/rules/send-api.md#effect): into the contact's running
 * ticket of the connection, else the one closed last, else a new closed one. Throws 400 ERR_VALIDATION, 404
 * ERR_NO_MESSAGE_FOUND for a quoted message of another contact, 400 ERR_QUOTE_OTHER_CONNECTION, 400
 * ERR_QUOTE_NOT_POSSIBLE, 400 ERR_WINDOW_CLOSED on the official WhatsApp; on pages the message is stored and fails with
 * that code.
 */
export function createMessageFromApi(unit: TenantUnit, sent: ApiMessage): Message {
  const { connection, contactId, quotedId } = sent;
  checkQuote(unit.db, quotedId, { contactId, connectionId: connection.id });
  if (answerWindow(unit.db, { contactId, connectionId: connection.id }, unit.now) === "closed")
    throw windowClosed();
  const isGroup = contactById(unit.db, contactId)?.isGroup ?? false;
  const about = { contactId, isGroup, connectionId: connection.id, channel: connection.channel };
  const ticket = sent.openTicket
    ? findOrCreatePending(unit, about)
    : (newestTicketOf(unit.db, contactId, connection.id) ??
      createClosedTicket(unit, { ...about, origin: "api" }));
  const body = sent.text.trim() === "" ? "" : rendered(unit.tenant, sent.text, { ticket, contactId });
  checkText(ticket.channel, body, sent.file !== undefined);
  const file = sent.file?.attach(unit);
  return createOutgoing(unit, {
    ticketId: ticket.id,
    fields: {
      body: file?.voice ? "" : body,
      origin: "api",
      quotedId,
      ...(file && { mediaType: file.kind, mediaId: file.id, voice: file.voice }),
    },
    payload: { content: contentOf(body, file), quotedId },
    fileName: file?.name ?? null,
    source: "api",
    planned: "api",
  }).message;
}
