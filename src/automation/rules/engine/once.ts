import { timeZoneOf } from "#accounts/settings/index.ts";
import type { RuleAction } from "#automation/rules/actions/contract.ts";
import type { OncePer } from "#automation/rules/contract.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { runningTracking } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Occasion } from "./occasion.ts";

/** A rule that writes to the customer does so once per attendance unless it says otherwise. */
export const defaultOncePer = (actions: readonly Pick<RuleAction, "action">[]): OncePer =>
  actions.some(({ action }) => action === "reply") ? "attendance" : "event";

/** What may happen only once for a rule: its attendance, or the contact's day; null = each event. */
export function onceKeyOf(
  unit: TenantUnit,
  { oncePer }: Rule,
  { ticketId, contactId }: Occasion,
): string | null {
  if (oncePer === "attendance" && ticketId !== null) {
    const attendance = runningTracking(unit.db, ticketId);
    return attendance ? `a${attendance.id}` : `t${ticketId}`;
  }
  if (oncePer === "contact_day" && contactId !== null)
    return `c${contactId}:${dayAt(unit.now, timeZoneOf(unit.tenant))}`;
  return null;
}
