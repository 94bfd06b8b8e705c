import { signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { writeNextIn } from "./conversation/focus-composer.ts";
import type { Onlooker } from "./list/list-membership.ts";
import { ticketTexts } from "./locales/index.ts";
import { counts, lists, onlooker } from "./store.ts";
import { takeOverTicket } from "./tickets-api.ts";

/** Whether this person may become the attendant of somebody else's ticket; the server checks again. */
export function mayTakeOver(
  ticket: TicketAnswer,
  { userId, isAdmin, seesEverybody, queueIds }: Onlooker,
): boolean {
  if (ticket.status !== "open" || ticket.userId === null || ticket.userId === userId) return false;
  return isAdmin || (seesEverybody && ticket.queueId !== null && queueIds.includes(ticket.queueId));
}

type Asked = Pick<TicketAnswer, "id" | "userId">;
const chosen = signal<ReadonlySet<string>>(new Set());
const keyOf = ({ id, userId }: Asked) => `${onlooker.peek().userId}:${id}:${userId}`;

/** Whether this person chose to answer without taking over; another attendant of the ticket asks again. Reads a signal. */
export const answersWithoutTakingOver = (ticket: Asked): boolean => chosen.value.has(keyOf(ticket));

/** Lets this person write in somebody else's ticket (docs/rules/take-over.md#asked-before-writing). */
export function answerWithoutTakingOver(ticket: Asked): void {
  writeNextIn(ticket.id);
  chosen.value = new Set([...chosen.peek(), keyOf(ticket)]);
}

/** Becomes the attendant of the ticket. `silent`: the contact gets no text about it. */
export async function takeOver(ticket: TicketAnswer, silent = false): Promise<void> {
  try {
    const taken = await takeOverTicket(ticket.id, { fromUserId: ticket.userId ?? 0, silent });
    writeNextIn(taken.id);
    lists.place(taken);
    counts.touch();
    toast.success(text(ticketTexts, "takeOver.done"));
  } catch (error) {
    const winner =
      error instanceof ApiError ? (error.details["user"] as { name?: string } | undefined)?.name : undefined;
    if (winner) toast.info(text(ticketTexts, "takeOver.taken", { name: winner }));
    else toast.failure(error);
  }
}
