import type { TicketConflict } from "#inbox/tickets/contract.ts";
import { canSee, type Person } from "#inbox/tickets/policy.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { queueOf, userOf } from "./assignee.ts";

/**
 * 409 ERR_OTHER_OPEN_TICKET with the body of docs/rules/tickets.md#open: owner and queue of the running ticket and, if
 * the caller may see the ticket, its id.
 */
export function otherOpenTicket(db: Db, caller: Person, other: Ticket): AppError {
  const userId = other.userId ?? other.userDistributed;
  const { id, uuid, status } = other;
  const body: Omit<TicketConflict, "error"> = {
    userId,
    user: userOf(db, userId),
    queueId: other.queueId,
    queue: queueOf(db, other.queueId),
    ticket: canSee(caller, other) ? { id, uuid, status } : { status },
  };
  return new AppError(409, "ERR_OTHER_OPEN_TICKET", body, body);
}
