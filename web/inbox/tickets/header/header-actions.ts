import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { canAcceptNow, mayClose, mayReopen, mayReturn, type Person } from "#inbox/tickets/policy.ts";

/** Actions in the header of a ticket; the last one offered is the likeliest and is the primary button. */
export type HeaderAction = "accept" | "return" | "transfer" | "resolve" | "reopen";

const NOTHING: readonly HeaderAction[] = [];
const REOPEN: readonly HeaderAction[] = ["reopen"];
const WITHOUT_ACCEPT: readonly HeaderAction[] = ["transfer", "resolve"];
const WITH_ACCEPT: readonly HeaderAction[] = ["transfer", "resolve", "accept"];
const ATTENDED: readonly HeaderAction[] = ["return", "transfer", "resolve"];

/**
 * The buttons of a ticket for this user, in their order. What is allowed is decided by the policy of the server. Tickets in the same
 * state get the same array, so that their buttons are not rendered again.
 */
export function headerActions(user: Person, ticket: TicketAnswer): readonly HeaderAction[] {
  if (ticket.status === "closed") return mayReopen(user, ticket) ? REOPEN : NOTHING;
  if (ticket.status === "open") return mayReturn(user, ticket) ? ATTENDED : NOTHING;
  if (!mayClose(user, ticket)) return NOTHING;
  return canAcceptNow(user, ticket) ? WITH_ACCEPT : WITHOUT_ACCEPT;
}
