import { forgetTicket } from "#accounts/notifications/index.ts";
import { visibleTicket } from "#inbox/tickets/access.ts";
import { TicketDeleted, TicketDeleting, TicketEmptying } from "#inbox/tickets/events.ts";
import { mayDelete } from "#inbox/tickets/policy.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./transitions.sql.ts";

/** Rows removed per transaction: about 5 ms. */
const STEP = 100;

/**
 * `DELETE /tickets/{id}`, for admins: deletes messages and files too, the oldest first and in steps, so that a
 * conversation of any length does not block other requests. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION.
 */
export async function deleteTicket(ctx: UserCtx, id: number): Promise<void> {
  const { tenant, actor } = ctx;
  const release = tenant.keepOpen();
  try {
    for (let isGone = false; !isGone; ) {
      // The ticket is read again in each step, because it may have been deleted or become invisible to the caller since the last one.
      const ticket = visibleTicket(ctx, id);
      if (!mayDelete(actor)) throw noPermission();
      isGone = tenant.write((unit) => {
        if (removeSomeRows(unit, ticket, STEP)) return false;
        removeTicket(unit, ticket);
        return true;
      });
      if (!isGone) await yieldToEventLoop(tenant);
    }
  } finally {
    release();
  }
}

/** Removes at most `atMost` rows of a ticket; returns whether more are left. */
export function removeSomeRows(unit: TenantUnit, ticket: Ticket, atMost: number): boolean {
  let isMore = false;
  const left = () => {
    isMore = true;
  };
  unit.emit(TicketEmptying, { ticket, atMost, left });
  return isMore;
}

/**
 * Removes a ticket within a transaction: first the rows of other features, then the ticket with its tags, events and
 * notes.
 */
export function removeTicket(unit: TenantUnit, ticket: Ticket): void {
  unit.emit(TicketDeleting, { ticket });
  forgetTicket(unit, ticket.id);
  execute(unit.db, sql.deleteTicket, { id: ticket.id });
  unit.emit(TicketDeleted, { ticket });
}
