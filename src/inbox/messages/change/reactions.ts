import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { notSupported } from "#inbox/messages/errors.ts";
import { announceUpdate } from "#inbox/messages/events.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./reactions.sql.ts";
import { networkIdOf, presentReadable, readableMessage, requireChange } from "./readable.ts";

/** Author id of our side's reaction: all users of a connection react as one author. */
export const OURS = "me";

export interface StoredReaction {
  readonly authorId: string;
  /** An empty emoji removes the reaction. */
  readonly emoji: string;
  /** ms. */
  readonly at: number;
}

/** Sets the reaction of an author: a new one replaces the earlier one. */
function withReaction(
  reactions: readonly StoredReaction[],
  reaction: StoredReaction,
): readonly StoredReaction[] {
  const others = reactions.filter((other) => other.authorId !== reaction.authorId);
  return reaction.emoji === "" ? others : [...others, reaction];
}

export function setReaction(unit: TenantUnit, target: Message, reaction: StoredReaction): void {
  const before = JSON.parse(target.reactions) as StoredReaction[];
  const after = JSON.stringify(withReaction(before, reaction));
  if (after === target.reactions) return;
  execute(unit.db, sql.setReactions, { reactions: after, updatedAt: unit.now, id: target.id });
  announceUpdate(unit, target.id);
}

/** Validates one emoji as displayed; "" removes the reaction. */
function checkEmoji(emoji: string): void {
  const shown = [...new Intl.Segmenter().segment(emoji)].length;
  if (
    emoji !== "" &&
    (shown !== 1 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(emoji))
  )
    throw invalidFields({ emoji: "invalid" });
}

/**
 * `PUT /messages/{id}/reaction`: sets our side's reaction, for users who may write in the ticket. Throws 404
 * ERR_NO_MESSAGE_FOUND, 404 ERR_FETCH_WAPP_MSG (not on the network), 403 ERR_NO_PERMISSION, 409 ERR_TICKET_CLOSED, 409
 * ERR_TICKET_NOT_OPEN, 400 ERR_NOT_SUPPORTED, 400 ERR_WINDOW_CLOSED, 400 ERR_VALIDATION.
 */
export function reactToMessage(ctx: UserCtx, messageId: number, emoji: string): MessageAnswer {
  const { tenant } = ctx;
  checkEmoji(emoji);
  const target = readableMessage(ctx, messageId);
  sendableTicket(ctx, target.ticketId);
  tenant.write((unit) => {
    requireChange(unit, target, "react");
    if (target.deletedAt !== null) throw notSupported();
    networkIdOf(target);
    setReaction(unit, target, { authorId: OURS, emoji, at: unit.now });
    enqueue(unit, {
      messageId: target.id,
      connectionId: target.connectionId,
      contactId: target.contactId,
      ticketId: target.ticketId,
      priority: PRIORITY.human,
      source: "reaction",
      sourceKey: `${target.id}:${unit.now}:${emoji}`,
      kind: "reaction",
      payload: { content: { type: "reaction", emoji } },
    });
  });
  return presentReadable(tenant, messageId);
}
