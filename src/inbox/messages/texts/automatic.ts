import { attachmentKind, copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import { cancel } from "#inbox/messages/outbox/complete.ts";
import { createOutgoing } from "#inbox/messages/outbox/create-outgoing.ts";
import type { Content } from "#inbox/messages/outbox/payload.ts";
import { queuedOfBots } from "#inbox/messages/outbox/queries.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import { rendered } from "#inbox/messages/send/variables.ts";
import { answerWindow, isInStandby, type Ticket, userOf } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { areBotsStopped, areTextsHeld } from "./automatic-gate.ts";
import { choicesFor, type Offer } from "./offer.ts";

interface Automatic {
  readonly ticket: Ticket;
  readonly origin: "system" | "bot" | "rule" | "followup";
  /** Attendant in whose name the text is sent, if any. */
  readonly user?: { readonly id: number; readonly name: string } | undefined;
  /** Outbox key of a text that must be sent only once; the default is the message id. */
  readonly source?: { readonly name: string; readonly key: string };
}

export interface AutomaticText extends Automatic {
  /** The text as configured; a blank text is not sent. */
  readonly text: string;
  readonly queueId?: number | null;
  /**
   * Options that the customer can tap if the channel supports it (docs/rules/queue-menu.md#menu); `text` lists all of
   * them.
   */
  readonly menu?: Omit<Offer, "whole"> | undefined;
  /** True = a text of another system; variables in it are not filled in. */
  readonly verbatim?: boolean;
}

/**
 * Creates an automatic text with its variables filled in, in the transaction that decided to send it. Returns the
 * message, or undefined when the text is blank, the answer window has closed, or Meta's own agent answers
 * (docs/rules/official-channels.md#answer-window, docs/rules/official-channels.md#standby).
 */
export function createAutomaticMessage(unit: TenantUnit, automatic: AutomaticText): Message | undefined {
  const { ticket, text, user, queueId, menu, verbatim = false } = automatic;
  if (text.trim() === "") return undefined;
  if (verbatim) return write(unit, automatic, { body: text }, { type: "text", text });
  const fill = (words: string) =>
    rendered(unit.tenant, words, {
      ticket,
      contactId: ticket.contactId,
      userName: user?.name,
      ...(queueId !== undefined && { queueId }),
    });
  const body = fill(text);
  const offered =
    menu &&
    choicesFor(driverOf(unit.tenant, ticket), {
      whole: body,
      words: fill(menu.words),
      options: menu.options.map(({ id, title }) => ({ id, title: fill(title) })),
      style: menu.style,
    });
  return write(unit, automatic, { body }, offered ?? { type: "text", text: body });
}

/**
 * Creates an automatic text in the name of the ticket's current or last attendant, such as a greeting or farewell.
 */
export const createMessageForAttendant = (
  unit: TenantUnit,
  ticket: Ticket,
  text: string,
): Message | undefined =>
  createAutomaticMessage(unit, {
    ticket,
    text,
    origin: "system",
    user: userOf(unit.db, ticket.userId) ?? undefined,
  });

/**
 * Creates an automatic message with a file (of a greeting or an option); the message gets its own file row. Returns the
 * message, or undefined when the file was deleted or the channel does not support it.
 */
export function createAutomaticFileMessage(
  unit: TenantUnit,
  automatic: Automatic & { readonly mediaId: number; readonly caption?: string; readonly voice?: boolean },
): Message | undefined {
  const file = mediaFileById(unit.db, automatic.mediaId);
  if (file?.state !== "stored") return undefined;
  const kind = attachmentKind(driverOf(unit.tenant, automatic.ticket), file);
  if (!kind) return undefined;
  const { caption = "" } = automatic;
  const voice = automatic.voice === true && kind === "audio";
  const fileId = copyMediaFile(unit, file);
  const content: Content = { type: "media", fileId, kind, caption, voice };
  return write(
    unit,
    automatic,
    { body: caption, mediaType: kind, mediaId: fileId, voice },
    content,
    file.name,
  );
}

function write(
  unit: TenantUnit,
  { ticket, origin, user, source }: Automatic,
  fields: Partial<Pick<Message, "body" | "mediaType" | "mediaId" | "voice">>,
  content: Content,
  fileName: string | null = null,
): Message | undefined {
  if (areTextsHeld(unit.tenant) || isInStandby(unit.db, ticket.id)) return undefined;
  if (answerWindow(unit.db, ticket, unit.now) !== "open") return undefined;
  if (origin !== "system" && areBotsStopped(unit.tenant, ticket.connectionId)) return undefined;
  return createOutgoing(unit, {
    ticketId: ticket.id,
    fields: { ...fields, origin, userId: user?.id ?? null },
    payload: { content },
    fileName,
    source: source?.name ?? origin,
    ...(source && { sourceKey: source.key }),
  }).message;
}

/**
 * Cancels queued messages of bots because a person has taken over the conversation (docs/rules/messages.md#outbox).
 */
export function cancelBotMessages(unit: TenantUnit, ticketId: number): void {
  for (const row of queuedOfBots(unit.db, ticketId)) cancel(unit, row);
}
