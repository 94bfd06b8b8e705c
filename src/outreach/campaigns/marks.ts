import { MessageReceiptReceived } from "#inbox/messages/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { changeShipping, recipientOfMessage } from "./shipping-rows.ts";

/** How far a message got on the customer's phone; a reply is more than any mark. */
export function followMarks({ bus }: Installation): void {
  bus.within(MessageReceiptReceived, (unit, { messageId, ack }) => {
    if (ack < 2) return;
    const row = recipientOfMessage(unit.db, messageId);
    // A request is no delivery.
    if (!row || row.deliveredAt === null) return;
    const read = ack > 2;
    const state = row.state === "replied" ? "replied" : read || row.state === "read" ? "read" : "delivered";
    changeShipping(unit, row, {
      state,
      receivedAt: row.receivedAt ?? unit.now,
      ...(read && { readAt: row.readAt ?? unit.now }),
    });
  });
}
