import { canSee, isOwner, mayBeNotified, type Ticket, type TicketScope } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import type { UserActor } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import type { Message } from "./schema.ts";

/**
 * Bots do not answer a message older than this, ms: the answer would be out of context
 * (docs/rules/inbound.md#journal-and-chat-order).
 */
const BOT_MAX_AGE_MS = 12 * 60 * 60_000;

/** Whether bots, menus and greetings may answer a customer's message (docs/rules/inbound.md#steps step 11). */
export function mayBotAnswer(situation: {
  readonly ticket: Pick<Ticket, "status" | "userId" | "isGroup" | "botOff">;
  readonly contact: Pick<KnownContact, "disableBot">;
  readonly sentAt: number;
  readonly now: number;
  readonly expired: boolean;
}): boolean {
  const { ticket, contact, sentAt, now, expired } = situation;
  if (expired || contact.disableBot || ticket.isGroup || ticket.botOff) return false;
  return ticket.status === "pending" && ticket.userId === null && now - sentAt <= BOT_MAX_AGE_MS;
}

/**
 * Receivers of a new message: users who see or watch the ticket, and users subscribed to unassigned tickets
 * (docs/rules/realtime.md#audience).
 */
export const receivesCreated = (viewer: Viewer, ticketId: number, place: TicketScope): boolean =>
  viewer.watching.has(ticketId) || canSee(viewer, place) || mayBeNotified(viewer, place);

/** Receivers of changes of a message: users who watch the ticket, and its owner (docs/rules/realtime.md#audience). */
export const receivesUpdated = (viewer: Viewer, ticketId: number, place: TicketScope): boolean =>
  viewer.watching.has(ticketId) || isOwner(viewer, place);

type Authored = Pick<Message, "fromMe" | "userId">;

/**
 * Only the author may delete and edit. Messages typed on the phone have no author in the product
 * (docs/rules/tickets.md#permissions, docs/rules/messages.md#delete-and-edit).
 */
export const isAuthor = (actor: Pick<UserActor, "id">, message: Authored): boolean =>
  message.fromMe && message.userId === actor.id;

/** The author and admins may retry a failed message (docs/rules/messages.md#outbox). */
export const mayRetry = (actor: Pick<UserActor, "id" | "profile">, message: Authored): boolean =>
  message.fromMe && (message.userId === actor.id || actor.profile === "admin");
