import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayAccept, type Onlooker } from "#web/inbox/tickets/list/list-membership.ts";

/** Verbs of the conversation's head; the last one offered is the likeliest and stands out. */
export type HeadAction = "accept" | "return" | "transfer" | "resolve" | "reopen";

const NOTHING: readonly HeadAction[] = [];
const REOPEN: readonly HeadAction[] = ["reopen"];
const WITHOUT_ACCEPT: readonly HeadAction[] = ["transfer", "resolve"];
const WITH_ACCEPT: readonly HeadAction[] = ["transfer", "resolve", "accept"];
const ATTENDED: readonly HeadAction[] = ["return", "transfer", "resolve"];

/**
 * What this person may do with a ticket (docs/rules/tickets.md#permissions); the same list for every ticket of the same
 * sort, whose buttons then stay as drawn. The server checks again.
 */
export function headActions(ticket: TicketAnswer, onlooker: Onlooker): readonly HeadAction[] {
  const { status, userId, queueId } = ticket;
  const mine = userId === onlooker.userId;
  const inQueue = queueId !== null && onlooker.queueIds.includes(queueId);
  const leads = onlooker.isAdmin || (onlooker.seesEverybody && inQueue);
  if (status === "closed") return leads || mine || inQueue ? REOPEN : NOTHING;
  if (status === "pending") {
    if (!onlooker.isAdmin && !inQueue) return NOTHING;
    return mayAccept(ticket, onlooker) ? WITH_ACCEPT : WITHOUT_ACCEPT;
  }
  return mine || leads ? ATTENDED : NOTHING;
}
