import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const COUNT = `INSERT INTO protocol_counter (day, last) VALUES (?, 1)
  ON CONFLICT (day) DO UPDATE SET last = last + 1`;
const LAST = "SELECT last FROM protocol_counter WHERE day = ?";

/**
 * The next protocol number (docs/rules/tickets.md#protocol): the day on the company's wall and at least five digits
 * counting in it.
 */
export function nextProtocol(unit: TenantUnit): string {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant)).replaceAll("-", "");
  run(unit.db, COUNT, day);
  // Apart: to answer its rows a write makes a table for them, which costs ten times as much as both.
  const row = one<{ last: number }>(unit.db, LAST, day);
  return `${day}${String(row?.last ?? 1).padStart(5, "0")}`;
}
