import { transaction } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./invoices.sql.ts";

/** Days after the due date on which a reminder is sent; negative = before it (docs/rules/billing.md#invoices). */
const REMINDER_DAYS = [-5, -1, 0, 3] as const;
/** No reminders later than this many days after the due date. */
const LATEST = 10;

/**
 * Claims the reminder that is due this many days after the due date; after an outage only the latest one. `work` runs
 * in the same transaction of the system file. A reminder that was due on day `silentDays` or before is claimed but not
 * sent, because the replaced machine may have sent it. Returns whether a reminder must be sent.
 */
export function claimReminder(
  { system, clock }: Installation,
  invoiceId: number,
  { days, silentDays }: { readonly days: number; readonly silentDays: number },
  work: () => void,
): boolean {
  if (days > LATEST) return false;
  return transaction(system, () => {
    const due = REMINDER_DAYS.filter((day) => day <= days);
    const fresh = due.filter(
      (day) => execute(system, sql.claimReminder, { invoiceId, day, now: clock.now() }).changes > 0,
    );
    const last = due.at(-1);
    // An earlier reminder is not sent once a later one was sent.
    if (last === undefined || last <= silentDays || !fresh.includes(last)) return false;
    work();
    return true;
  });
}
