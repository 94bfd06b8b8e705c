import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./snooze.sql.ts";
import { wakeTicket } from "./wake.ts";

/** Whether a message of a person changes more than the last message: a snooze waits for an answer, or the ticket woke. */
export const isSnoozedOrWoken = ({ snoozeMode, wokenAt }: Ticket): boolean =>
  snoozeMode !== null || wokenAt !== null;

/**
 * The customer wrote in the ticket `before`, and the message is stored: the ticket is shown at once. A snooze until a
 * time keeps its time, any other is over (docs/rules/tickets.md#snooze).
 */
export function wakeByCustomer(unit: TenantUnit, before: Ticket): void {
  if (before.snoozeMode === null || before.status !== "open") return;
  if (before.snoozeMode === "time") execute(unit.db, sql.show, { now: unit.now, id: before.id });
  else wakeTicket(unit, before, "reply");
}

/**
 * A person of the company wrote: a ticket that the customer showed is asleep again when its attendant answers, on the
 * page or on the paired phone (`userId` null); a waking needs no more notice.
 */
export function settleByPerson(unit: TenantUnit, before: Ticket, userId: number | null): void {
  const { id, snoozeMode, asleepSince, wokenAt } = before;
  const isAttendants = userId === null || userId === before.userId;
  if (snoozeMode === "time" && asleepSince === null && isAttendants)
    execute(unit.db, sql.sleepAgain, { now: unit.now, id });
  if (wokenAt !== null) execute(unit.db, sql.forgetWaking, { id });
}
