import { ABILITIES } from "#channels/connections/index.ts";
import type { Origin } from "#inbox/messages/contract.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { insertMessage, type NewMessage } from "#inbox/messages/insert.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { recordOutgoingMessage, type Ticket, ticketById, ticketForUndo } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { windowFor } from "./bundle/window.ts";
import { holdWhileBlocked } from "./cold/hold.ts";
import * as sql from "./create-outgoing.sql.ts";
import { enqueue, PRIORITY } from "./enqueue.ts";
import { mayBeCold } from "./may-be-cold.ts";
import type { Payload } from "./payload.ts";

/** An outgoing message to be stored in a ticket and sent. */
export interface OutgoingDraft {
  readonly ticketId: number;
  /** The ticket as read in this transaction; when absent, it is read here. */
  readonly ticket?: Ticket;
  readonly fields: Partial<NewMessage> & Pick<NewMessage, "origin">;
  readonly payload: Payload;
  readonly fileName?: string | null;
  /** Unique together with `sourceKey`, whose default is the message id. */
  readonly source: string;
  readonly sourceKey?: string;
  /**
   * Planned message: sent after messages of people and bots, campaigns last. The ticket keeps its position in the
   * lists.
   */
  readonly planned?: "schedule" | "campaign" | "api" | "followup";
  /** Earliest time of sending, ms. */
  readonly notBefore?: number;
  /** Time in which the author can undo the send, ms; `body`: the text as typed (docs/rules/messages.md#undo). */
  readonly hold?: { readonly ms: number; readonly body: string };
}

/**
 * Stores a message, queues it and emits the events (docs/rules/messages.md#outbox), in the caller's transaction. A
 * caller that passes `sourceKey` makes sure that it was not used before.
 */
export function createOutgoing(
  unit: TenantUnit,
  utterance: OutgoingDraft,
): { message: Message; ticket: Ticket; outboxId: number | undefined } {
  const before = utterance.ticket ?? ticketById(unit.db, utterance.ticketId);
  if (!before) throw new Error("ticket not found");
  const [first, ...more] = partsOf(utterance, before);
  if (first && more.length > 0) {
    const created = createOutgoing(unit, first);
    // Without the ticket as read before, because creating the first part has changed it.
    for (const { ticket: _before, ...part } of more) createOutgoing(unit, part);
    return created;
  }
  const { planned, hold } = utterance;
  const notBefore = hold ? unit.now + hold.ms : utterance.notBefore;
  const human = utterance.fields.origin === "user";
  const stored = insertMessage(unit, {
    ticketId: before.id,
    contactId: before.contactId,
    connectionId: before.connectionId,
    fromMe: true,
    read: true,
    sendState: "queued",
    ...utterance.fields,
  });
  const message = hold ? holdMessage(unit, stored, unit.now + hold.ms) : stored;
  const bundle = windowFor(unit, before, utterance);
  const isMaybeCold = mayBeCold(before);
  const outboxId = enqueue(unit, {
    messageId: message.id,
    connectionId: message.connectionId,
    contactId: message.contactId,
    ticketId: before.id,
    priority: rankOf(planned, human),
    ...(notBefore !== undefined && { notBefore }),
    ...(bundle && { notBefore: bundle.endsAt, bundleKey: bundle.key }),
    mayBeCold: isMaybeCold,
    source: utterance.source,
    sourceKey: utterance.sourceKey ?? String(message.id),
    ...(hold && { isHeld: true }),
    payload: hold
      ? { ...utterance.payload, undo: { body: hold.body, ticket: ticketForUndo(unit.db, before) } }
      : utterance.payload,
  });
  const ticket = recordOutgoingMessage(unit, before, {
    messageId: message.id,
    preview: previewText(message, utterance.fileName),
    mediaType: kindForPreview(message),
    human,
    userId: message.userId,
    quiet: planned !== undefined,
  });
  unit.emit(MessageCreated, { message, ticket, notify: false });
  if (isMaybeCold && outboxId !== undefined && holdWhileBlocked(unit, outboxId))
    return { message: messageById(unit.db, message.id) ?? message, ticket, outboxId };
  return { message, ticket, outboxId };
}

function holdMessage(unit: TenantUnit, message: Message, heldUntil: number): Message {
  execute(unit.db, sql.hold, { heldUntil, id: message.id });
  return { ...message, heldUntil };
}

/** The parts into which a text must be split for the channel, in order; empty when one message suffices. */
function partsOf(utterance: OutgoingDraft, { channel }: Pick<Ticket, "channel">): readonly OutgoingDraft[] {
  const { caption, longestText } = ABILITIES[channel];
  const parts = caption ? [] : withoutCaption(utterance);
  return parts.length > 0 ? parts : cutToLength(utterance, longestText);
}

/** Origins of texts that no person reviews before sending. */
const OWN_WORDS: readonly Origin[] = ["bot", "ai", "system", "rule", "followup"];

/** Splits an automatic text that is too long for the channel. A person who writes such a text gets an error instead. */
function cutToLength(utterance: OutgoingDraft, longest: number): readonly OutgoingDraft[] {
  const { fields, payload, sourceKey } = utterance;
  const { content } = payload;
  if (!OWN_WORDS.includes(fields.origin)) return [];
  if ((content.type !== "text" && content.type !== "choices") || content.text.length <= longest) return [];
  const { clientMessageId: _id, clientHash: _hash, quotedId: _quoted, ...later } = fields;
  const pieces = splitText(content.text, longest);
  return pieces.map((text, index) => {
    const isLast = index === pieces.length - 1;
    return {
      ...utterance,
      fields: { ...(index === 0 ? fields : later), body: text },
      payload: {
        ...(index === 0 ? payload : {}),
        // Buttons are sent with the last part.
        content: isLast && content.type === "choices" ? { ...content, text } : { type: "text", text },
      },
      ...(sourceKey !== undefined && index > 0 && { sourceKey: `${sourceKey}:${index + 1}` }),
    };
  });
}

/** Facebook pages and Instagram send either a file or a text, so the caption is sent as a separate message. */
function withoutCaption(utterance: OutgoingDraft): readonly OutgoingDraft[] {
  const { fields, payload, sourceKey, hold } = utterance;
  const { content } = payload;
  if (content.type !== "media" || content.caption === "") return [];
  const { mediaType: _type, mediaId: _file, voice: _voice, quotedId: _quoted, ...rest } = fields;
  const { clientMessageId: _id, clientHash: _hash, ...text } = rest;
  return [
    {
      ...utterance,
      fields: { ...fields, body: "" },
      payload: { ...payload, content: { ...content, caption: "" } },
      ...(hold && { hold: { ...hold, body: "" } }),
    },
    {
      ...utterance,
      fields: { ...text, body: content.caption },
      payload: { content: { type: "text", text: content.caption } },
      fileName: null,
      ...(sourceKey !== undefined && { sourceKey: `${sourceKey}:text` }),
    },
  ];
}

function rankOf(planned: OutgoingDraft["planned"], human: boolean): (typeof PRIORITY)[keyof typeof PRIORITY] {
  if (planned) return planned === "campaign" ? PRIORITY.campaign : PRIORITY.planned;
  return human ? PRIORITY.human : PRIORITY.automatic;
}

/** Separators in order of preference. A text is cut in the second half of a part, to avoid many small parts. */
const SEAMS = ["\n\n", "\n", " "] as const;

/** Splits a text into parts of at most `longest` characters: between paragraphs, else lines, else words. Pure. */
export function splitText(text: string, longest: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const at = seamOf(rest, longest);
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

function seamOf(text: string, longest: number): number {
  for (const seam of SEAMS) {
    const at = text.lastIndexOf(seam, longest - seam.length);
    if (at > longest / 2) return at;
  }
  // The cut of a single long word must not split an emoji.
  return /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
}
