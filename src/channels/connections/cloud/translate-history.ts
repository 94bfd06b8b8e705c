import type { HistoryPart } from "#channels/connections/coexistence/progress.ts";
import { listOf, numberOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import type { InboundEvent } from "#channels/connections/provider.ts";

/** Meta's error when the owner of the number did not allow the history. */
const DECLINED = "2593109";

type MessageOf = (
  part: Part,
  customer: { phone: string; userId: string },
  fromMe: boolean,
) => readonly InboundEvent[];

export interface History {
  readonly events: readonly InboundEvent[];
  readonly parts: readonly HistoryPart[];
}

/**
 * Translates `history` of a number that stays in the WhatsApp Business app: messages of all threads, the oldest first,
 * and the progress that each part states. Messages with files come without them first, and again with them.
 */
export function historyOf(value: Part, ownNumber: string, messageOf: MessageOf): History {
  const events: InboundEvent[] = [];
  const parts: HistoryPart[] = [];
  for (const part of listOf(value["history"])) {
    const metadata = partOf(part["metadata"]);
    const errors = listOf(part["errors"]);
    // A piece of a part without its progress (`splitHistory`).
    if (part["metadata"] !== undefined || errors.length > 0)
      parts.push({
        phase: numberOf(metadata["phase"]) ?? 0,
        progress: Math.min(numberOf(metadata["progress"]) ?? 0, 100),
        isDeclined: errors.some(({ code }) => textOf(code) === DECLINED || code === Number(DECLINED)),
      });
    for (const thread of listOf(part["threads"])) {
      const context = partOf(thread["context"]);
      const customer = {
        phone: textOf(context["wa_id"]) || textOf(thread["id"]),
        userId: textOf(context["user_id"]),
      };
      for (const message of listOf(thread["messages"]))
        events.push(...messageOf(message, customer, textOf(message["from"]) === ownNumber));
    }
  }
  return { events: events.toSorted((a, b) => a.at - b.at), parts };
}
