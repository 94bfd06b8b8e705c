import { one } from "#platform/db/database.ts";
import { dayAt } from "#platform/zone.ts";
import { timeZoneOf } from "#settings/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const NEXT = `INSERT INTO protocol_counter (day, last) VALUES (?, 1)
  ON CONFLICT (day) DO UPDATE SET last = last + 1 RETURNING last`;

/** The next protocol number (behaviour 4.2): the day on the company's wall and at least five digits counting in it. */
export function nextProtocol(unit: TenantUnit): string {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant)).replaceAll("-", "");
  const row = one<{ last: number }>(unit.db, NEXT, day);
  return `${day}${String(row?.last ?? 1).padStart(5, "0")}`;
}
