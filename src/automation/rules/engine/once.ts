import { timeZoneOf } from "#accounts/settings/index.ts";
import type { RuleAction } from "#automation/rules/actions/contract.ts";
import type { OncePer } from "#automation/rules/contract.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { runningTracking } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { RuleTrigger } from "./trigger.ts";

/** Whether the rule fires once per attendance: the default of rules that write to the customer. */
export const defaultOncePer = (actions: readonly Pick<RuleAction, "action">[]): OncePer =>
  actions.some(({ action }) => action === "reply") ? "attendance" : "event";

/** Key under which the rule fires only once: the attendance, or the contact and day; null = it fires for each event. */
export function onceKeyOf(
  unit: TenantUnit,
  { oncePer }: Rule,
  { ticketId, contactId }: RuleTrigger,
): string | null {
  if (oncePer === "attendance" && ticketId !== null) {
    const attendance = runningTracking(unit.db, ticketId);
    return attendance ? `a${attendance.id}` : `t${ticketId}`;
  }
  if (oncePer === "contact_day" && contactId !== null)
    return `c${contactId}:${dayAt(unit.now, timeZoneOf(unit.tenant))}`;
  return null;
}
