import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { goneFromNetwork, notSupported } from "#inbox/messages/errors.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { OURS, setReaction } from "./reactions.ts";
import { readableMessage, requireChange } from "./readable.ts";

/** Accepts one emoji as displayed; "" removes the reaction. */
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
    const isWaiting = target.sendState === "queued" || target.sendState === "sending";
    if (target.deletedAt !== null || (target.providerId === null && isWaiting)) throw notSupported();
    if (target.providerId === null) throw goneFromNetwork();
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
  const [answer] = presentMessages(tenant, [messageId]);
  if (!answer) throw new Error("a readable message is there");
  return answer;
}
