import { eq } from "drizzle-orm";
import { OutboxCompleted } from "#inbox/messages/events.ts";
import { scheduledMessage } from "#inbox/scheduled-messages/schema.ts";
import type { Installation } from "#tenants/installation.ts";
import { SOURCE } from "./dispatch.ts";
import { finishFailed, finishSent } from "./finish.ts";

/** Stands in `error` when the author took the message back in the conversation. */
const TAKEN_BACK = "cancelled";

/** What became of the message, in the same transaction; a failed one that a person tried again may still be sent. */
export function followOutcomes({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { outboxId, source, state, error }) => {
    if (source !== SOURCE) return;
    const row = unit.db.select().from(scheduledMessage).where(eq(scheduledMessage.outboxId, outboxId)).get();
    if (!row || row.status === "ENVIADA") return;
    if (state === "sent") finishSent(unit, row);
    else finishFailed(unit, row, error ?? TAKEN_BACK);
  });
}
