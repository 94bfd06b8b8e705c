import { notify } from "#accounts/notifications/index.ts";
import { setting } from "#accounts/settings/index.ts";
import type { TakeOverBody, TicketAnswer } from "#inbox/tickets/contract.ts";
import { attendantChanged, noTicket, ticketNotOpen } from "#inbox/tickets/errors.ts";
import { TicketTakenOver, TicketTransferred } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackStarted } from "#inbox/tickets/history/tracking.ts";
import { addReasonNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { canSee, mayTakeOver } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { userOf } from "./assignee.ts";
import * as sql from "./transitions.sql.ts";

/**
 * `POST /tickets/{id}/take-over`: makes the caller the attendant of an open ticket of another user
 * (docs/rules/take-over.md). For admins, supervisors of its queue, and with the
 * setting `attendantsTakeOver` everyone of its queue. The contact gets the transfer text, unless
 * `silent`. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN, 409 ERR_TICKET_CHANGED with
 * the current attendant.
 */
export function takeOver({ tenant, actor }: UserCtx, id: number, body: TakeOverBody): TicketAnswer {
  tenant.write((unit) => {
    const before = ticketById(unit.db, id);
    if (!before || !canSee(actor, before)) throw noTicket();
    if (!mayTakeOver(actor, before, setting(tenant, "attendantsTakeOver"))) throw noPermission();
    if (before.status !== "open" || before.userId === actor.id) throw ticketNotOpen();
    const { changes } = execute(unit.db, sql.takeOver, {
      userId: actor.id,
      now: unit.now,
      id,
      fromUserId: body.fromUserId,
    });
    if (changes === 0)
      throw attendantChanged({ userId: before.userId, user: userOf(unit.db, before.userId) });
    const ticket = storedTicket(unit.db, id);
    trackStarted(unit, ticket);
    recordTicketEvent(unit, "taken_over", before, ticket, actor.id);
    addReasonNote(unit, ticket, actor.id, body.reason);
    const step = { ticket, previous: before, userId: actor.id };
    unit.emit(TicketTransferred, { ...step, silent: body.silent ?? false });
    unit.emit(TicketTakenOver, step);
    notify(unit, [body.fromUserId], { kind: "taken_over", ticketId: id, by: actor.id });
  });
  return presentTicket(tenant, id);
}
