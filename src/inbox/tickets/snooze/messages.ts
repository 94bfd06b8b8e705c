import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./snooze.sql.ts";
import { wakeTicket } from "./wake.ts";

/** True when a message of a person must also end a snooze or clear the last waking. */
export const isSnoozedOrWoken = ({ snoozeMode, wokenAt }: Ticket): boolean =>
  snoozeMode !== null || wokenAt !== null;

/**
 * Called after a customer's message was stored in the ticket `before`: a snoozed ticket appears in the list again. A snooze until a
 * time keeps its time; any other snooze ends (docs/rules/tickets.md#snooze).
 */
export function wakeByCustomer(unit: TenantUnit, before: Ticket): void {
  if (before.snoozeMode === null || before.status !== "open") return;
  if (before.snoozeMode === "time") execute(unit.db, sql.show, { now: unit.now, id: before.id });
  else wakeTicket(unit, before, "reply");
}

/**
 * Called after a person of the company wrote. A ticket snoozed until a time that the customer's message woke is asleep again if its
 * attendant wrote, on the page or on the paired phone (`userId` null). The last waking is cleared.
 */
export function settleByPerson(unit: TenantUnit, before: Ticket, userId: number | null): void {
  const { id, snoozeMode, asleepSince, wokenAt } = before;
  const isAttendants = userId === null || userId === before.userId;
  if (snoozeMode === "time" && asleepSince === null && isAttendants)
    execute(unit.db, sql.sleepAgain, { now: unit.now, id });
  if (wokenAt !== null) execute(unit.db, sql.forgetWaking, { id });
}
