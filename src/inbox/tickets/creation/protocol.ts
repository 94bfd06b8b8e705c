import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./creation.sql.ts";

/**
 * The next protocol number (docs/rules/tickets.md#protocol): the day in the company's time zone and a counter of at
 * least five digits.
 */
export function nextProtocol(unit: TenantUnit): string {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant)).replaceAll("-", "");
  execute(unit.db, sql.countProtocol, { day });
  // Two statements: RETURNING materialises a table, which costs ten times as much as both.
  const row = queryOne(unit.db, sql.lastProtocol, { day });
  return `${day}${String(row?.last ?? 1).padStart(5, "0")}`;
}
