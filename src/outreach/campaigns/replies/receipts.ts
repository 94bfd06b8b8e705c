import { MessageReceiptReceived } from "#inbox/messages/events.ts";
import { changeRecipient, recipientOfMessage } from "#outreach/campaigns/recipients/rows.ts";
import type { Installation } from "#tenants/installation.ts";

/** How far a message got on the customer's phone; a reply is more than any mark. */
export function listenForReceipts({ bus }: Installation): void {
  bus.within(MessageReceiptReceived, (unit, { messageId, ack }) => {
    if (ack < 2) return;
    const row = recipientOfMessage(unit.db, messageId);
    // A request is no delivery.
    if (!row || row.deliveredAt === null) return;
    const read = ack > 2;
    const state = row.state === "replied" ? "replied" : read || row.state === "read" ? "read" : "delivered";
    changeRecipient(unit, row, {
      state,
      receivedAt: row.receivedAt ?? unit.now,
      ...(read && { readAt: row.readAt ?? unit.now }),
    });
  });
}
