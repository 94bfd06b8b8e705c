import { canSee, isOwner, mayBeNotified, type Ticket, type TicketScope } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import type { UserActor } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import type { Message } from "./schema.ts";

/** An answer to something older than this would come out of nowhere (docs/rules/inbound.md#journal-and-chat-order). */
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

/** Who hears of a new message: who sees the ticket, who watches it, who wants to know of all that wait (23). */
export const receivesCreated = (viewer: Viewer, ticketId: number, place: TicketScope): boolean =>
  viewer.watching.has(ticketId) || canSee(viewer, place) || mayBeNotified(viewer, place);

/** Who hears of changes of a message: who has it on the screen, and the owner of the ticket (23). */
export const receivesUpdated = (viewer: Viewer, ticketId: number, place: TicketScope): boolean =>
  viewer.watching.has(ticketId) || isOwner(viewer, place);

type Authored = Pick<Message, "fromMe" | "userId">;

/**
 * Delete, edit: the author alone; what was typed on the phone has none here (docs/rules/tickets.md#permissions,
 * docs/rules/messages.md#delete-and-edit).
 */
export const isAuthor = (actor: Pick<UserActor, "id">, message: Authored): boolean =>
  message.fromMe && message.userId === actor.id;

/** Try a failed message again: its author, or an admin (docs/rules/messages.md#outbox). */
export const mayRetry = (actor: Pick<UserActor, "id" | "profile">, message: Authored): boolean =>
  message.fromMe && (message.userId === actor.id || actor.profile === "admin");
