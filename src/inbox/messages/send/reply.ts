import { copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import { fillTemplate } from "#channels/templates/index.ts";
import { foreignMedia, templateUnusable, windowClosed } from "#inbox/messages/errors.ts";
import { createTemplateMessage } from "#inbox/messages/outbox/create-template.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { createAutomaticFileMessage, createAutomaticMessage } from "#inbox/messages/texts/automatic.ts";
import { areBotsStopped } from "#inbox/messages/texts/automatic-gate.ts";
import { answerWindow, isInStandby, type Ticket, visibleTicket } from "#inbox/tickets/index.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { copyOf } from "./forward.ts";
import { rendered } from "./variables.ts";
import { writeMessage } from "./write.ts";
import { writeTemplate } from "./write-template.ts";

/**
 * The content that an action sends to the customer: a text, a file, a template, or a text and a template
 * (docs/rules/ticket-actions.md#reply).
 */
export interface TicketReply {
  /** With unfilled variables; "" = none. */
  readonly text: string;
  /** A stored file of the company, copied for the message; in a template it becomes the heading. */
  readonly fileId: number | null;
  readonly template: {
    readonly name: string;
    /** Null = any approved language. */
    readonly language: string | null;
    /** The template's values, with unfilled variables. */
    readonly values: readonly string[];
  } | null;
  /** True = variables in `text` were filled in before. */
  readonly isFilled?: boolean;
}

/** Returns the template if it must be sent: when there is no text, or the text may not be sent now. */
function templateFor(
  unit: TenantUnit,
  ticket: Ticket,
  { text, template }: TicketReply,
): TicketReply["template"] {
  if (!template || text.trim() === "") return template;
  return answerWindow(unit.db, ticket, unit.now) === "closed" ? template : null;
}

/**
 * Writes a reply in the name of the caller, like the composer: signed, held while its send can be undone. Throws the
 * errors of `writeMessage` and `writeTemplate`, and 400 ERR_URL_NOT_ALLOWED when the file is gone.
 */
export function writeReply(ctx: UserCtx, ticketId: number, reply: TicketReply): Message {
  const { tenant } = ctx;
  return tenant.write((unit) => {
    const ticket = visibleTicket(ctx, ticketId);
    const template = templateFor(unit, ticket, reply);
    const stored = reply.fileId === null ? undefined : fileOf(unit, reply.fileId);
    const file = stored && copyOf(ctx, stored, undefined, ticketId);
    const writing = { ticketId, clientMessageId: undefined, ...(file && { file }) };
    if (template) return writeTemplate(ctx, { ...writing, ...template });
    const { text, isFilled = false } = reply;
    return writeMessage(ctx, { ...writing, body: text, quotedId: null, isFilled });
  });
}

/**
 * Writes a reply of an automation rule or a sequence: no person wrote it, so it neither ends the customer's wait nor
 * switches a bot off (docs/rules/ticket-actions.md#reply). Returns undefined while no automatic text may be sent at all
 * (the company is held, a budget is used up, Meta's own agent answers). Throws 400 ERR_WINDOW_CLOSED, 400
 * ERR_URL_NOT_ALLOWED when the file is gone or cannot be sent, 400 ERR_VALIDATION for a template that cannot be filled in.
 */
export function createAutomaticReply(
  unit: TenantUnit,
  ticket: Ticket,
  reply: TicketReply,
  origin: "rule" | "followup",
): Message | undefined {
  if (areBotsStopped(unit.tenant, ticket.connectionId) || isInStandby(unit.db, ticket.id)) return undefined;
  const { fileId, text } = reply;
  const template = templateFor(unit, ticket, reply);
  const file = fileId === null ? undefined : fileOf(unit, fileId);
  if (template) {
    const { name, language, values } = template;
    const situation = { ticket, contactId: ticket.contactId };
    const filled = fillTemplate(unit.db, ticket.connectionId, {
      name,
      language,
      values: values.map((value) => rendered(unit.tenant, value, situation)),
      fileId: file ? copyMediaFile(unit, file) : null,
    });
    if (typeof filled === "string") throw templateUnusable(filled);
    const fields = { origin, userId: null };
    return createTemplateMessage(unit, filled, {
      ticketId: ticket.id,
      fields,
      ownsFile: Boolean(file),
      source: origin,
    }).message;
  }
  if (answerWindow(unit.db, ticket, unit.now) !== "open") throw windowClosed();
  if (!file) return createAutomaticMessage(unit, { ticket, text, origin });
  const caption = rendered(unit.tenant, text, { ticket, contactId: ticket.contactId });
  const message = createAutomaticFileMessage(unit, { ticket, mediaId: file.id, caption, origin });
  if (!message) throw foreignMedia();
  return message;
}

function fileOf(unit: TenantUnit, fileId: number) {
  const file = mediaFileById(unit.db, fileId);
  if (file?.state !== "stored" || file.path === null) throw foreignMedia();
  return file;
}
