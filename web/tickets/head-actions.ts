import type { TicketAnswer } from "#tickets/contract.ts";
import { mayAccept, type Onlooker } from "./belongs.ts";

/** Verbs of the conversation's head; the last one offered is the likeliest and stands out. */
export type HeadAction = "accept" | "return" | "transfer" | "resolve" | "reopen";

/** What this person may do with a ticket (behaviour 5.7). The server checks again. */
export function headActions(ticket: TicketAnswer, onlooker: Onlooker): readonly HeadAction[] {
  const { status, userId, queueId } = ticket;
  const mine = userId === onlooker.userId;
  const inQueue = queueId !== null && onlooker.queueIds.includes(queueId);
  const leads = onlooker.isAdmin || (onlooker.seesEverybody && inQueue);
  if (status === "closed") return leads || mine || inQueue ? ["reopen"] : [];
  if (status === "pending") {
    if (!onlooker.isAdmin && !inQueue) return [];
    return mayAccept(ticket, onlooker) ? ["transfer", "resolve", "accept"] : ["transfer", "resolve"];
  }
  return mine || leads ? ["return", "transfer", "resolve"] : [];
}
