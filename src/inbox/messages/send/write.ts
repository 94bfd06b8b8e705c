import { undoSendMs } from "#accounts/users/index.ts";
import { readableMessage } from "#inbox/messages/change/readable.ts";
import type { MediaType } from "#inbox/messages/contract.ts";
import { windowClosed } from "#inbox/messages/errors.ts";
import { previewToSend } from "#inbox/messages/link-preview/to-send.ts";
import { checkNewChat } from "#inbox/messages/outbox/cold/check-new-chat.ts";
import { createOutgoing } from "#inbox/messages/outbox/create-outgoing.ts";
import { contentOf } from "#inbox/messages/outbox/payload.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { answerWindow, endStandby, sendableTicket, type Ticket } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { checkText } from "./check-text.ts";
import { earlierMessage, hashOf } from "./idempotency.ts";
import { checkQuote } from "./quote.ts";
import { signed } from "./sign.ts";
import { rendered } from "./variables.ts";
import * as sql from "./write.sql.ts";

/** A file of a message that is being created; the file's row exists in the same transaction. */
export interface AttachedFile {
  readonly id: number;
  readonly sha256: string | null;
  readonly name: string;
  /** The kind of message in which the channel sends the file. */
  readonly kind: Exclude<MediaType, "locationMessage" | "vcard" | "call_log">;
  /** True = a recording made on the page; sent as a voice note. */
  readonly voice: boolean;
}

export interface Writing {
  readonly ticketId: number;
  /** The text as typed. */
  readonly body: string;
  readonly quotedId: number | null;
  readonly clientMessageId: string | undefined;
  /** True = a forwarded message: its text is sent unchanged and unsigned, and marked as forwarded on networks that support it. */
  readonly forwarded?: boolean;
  /** The variables in `body` were filled in before; it is signed as usual. */
  readonly isFilled?: boolean;
  /** The address in the text whose preview is sent with it. */
  readonly linkPreview?: string | null | undefined;
  /** Creates the file's row; called only when the message is created. */
  readonly file?: { readonly sha256: string | null; readonly attach: (unit: TenantUnit) => AttachedFile };
}

/**
 * Creates a message written by a user (docs/rules/messages.md#post): it is stored, queued and broadcast, and sent to
 * the network later. A repeated client id returns the same message. Throws 404 ERR_NO_TICKET_FOUND, 403
 * ERR_NO_PERMISSION, 409 ERR_TICKET_CLOSED, 409 ERR_TICKET_NOT_OPEN, 400 ERR_VALIDATION, 404 ERR_NO_MESSAGE_FOUND, 400
 * ERR_QUOTE_OTHER_CONNECTION, 400 ERR_QUOTE_NOT_POSSIBLE, 409 ERR_IDEMPOTENCY_MISMATCH, 404 ERR_NO_MESSAGE_FOUND (its send was undone), 400 ERR_WINDOW_CLOSED, and the
 * errors of `checkNewChat`.
 */
export function writeMessage(ctx: UserCtx, writing: Writing): Message {
  return ctx.tenant.write((unit) => {
    const { ticketId, quotedId, clientMessageId, file, forwarded = false, isFilled = false } = writing;
    const body = writing.body.trim() === "" ? "" : writing.body;
    const client = clientMessageId !== undefined && {
      clientMessageId,
      clientHash: hashOf({ ticketId, body, quotedId, file: file?.sha256 ?? null }),
    };
    const earlier = client && earlierMessage(unit.db, client.clientMessageId, client.clientHash, unit.now);
    // A repeated call is answered even when the ticket was closed in the meantime.
    if (earlier) return earlier;
    const ticket = sendableTicket(ctx, ticketId);
    checkText(ticket.channel, body, file !== undefined);
    if (answerWindow(unit.db, ticket, unit.now) === "closed") throw windowClosed();
    checkNewChat(unit, ticket);
    // Permission is checked first, so that no later error reveals messages of other queues.
    if (quotedId !== null) readableMessage(ctx, quotedId);
    checkQuote(unit.db, quotedId, ticket);
    if (client) execute(unit.db, sql.freeClientId, { clientMessageId: client.clientMessageId });
    endStandby(unit, ticket);
    const attached = file?.attach(unit);
    const text = attached?.voice ? "" : forwarded ? body : textOf(ctx, ticket, body, isFilled);
    const holdMs = undoSendMs(ctx);
    const link = attached ? undefined : previewToSend(unit, ticket, { text, url: writing.linkPreview });
    return createOutgoing(unit, {
      ticketId,
      ticket,
      fields: {
        body: text,
        origin: "user",
        userId: ctx.actor.id,
        quotedId,
        ...(link && { link }),
        ...(attached && { mediaType: attached.kind, mediaId: attached.id, voice: attached.voice }),
        ...client,
      },
      payload: { content: contentOf(text, attached), quotedId, ...(forwarded && { forwarded }) },
      fileName: attached?.name ?? null,
      source: "message",
      ...(holdMs > 0 && { hold: { ms: holdMs, body } }),
    }).message;
  });
}

/** Returns the text for the customer: variables filled in, signed. */
const textOf = ({ tenant, actor }: UserCtx, ticket: Ticket, body: string, isFilled: boolean): string =>
  signed(
    actor,
    tenant.company.name,
    isFilled ? body : rendered(tenant, body, { ticket, contactId: ticket.contactId, userName: actor.name }),
  );
