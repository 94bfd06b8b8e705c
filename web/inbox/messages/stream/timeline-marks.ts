import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** Which attendance ended or started before a message. */
export interface Marks {
  readonly ended: boolean;
  readonly started: boolean;
}

/**
 * Finds where attendances end and start while messages are walked oldest first. A contact has at most one running
 * ticket per connection: only the next ticket on the same connection proves that the one before ended. Messages of two
 * connections may alternate without either attendance ending (docs/rules/conversations.md#boundaries).
 */
export function createBoundaries(hasOlder: boolean) {
  /** The ticket seen last on each connection. */
  const onLine = new Map<number, number>();
  /** The connection each ticket was seen on last: it may have been moved. */
  const lineOf = new Map<number, number>();

  return {
    /** A note or an event before the first message belongs to the ticket on screen. True when that ticket starts here. */
    open(ticketId: number): boolean {
      if (lineOf.size > 0) return false;
      lineOf.set(ticketId, 0);
      return !hasOlder;
    },
    next({ ticketId, whatsappId }: Pick<MessageAnswer, "ticketId" | "whatsappId">): Marks {
      const before = onLine.get(whatsappId);
      const isNext = before !== undefined && before !== ticketId;
      const ended = isNext && lineOf.get(before) === whatsappId;
      const started = !lineOf.has(ticketId) && (isNext || !hasOlder);
      onLine.set(whatsappId, ticketId);
      lineOf.set(ticketId, whatsappId);
      return { ended, started };
    },
  };
}
