import { timeZoneOf } from "#accounts/settings/index.ts";
import { all } from "#platform/db/database.ts";
import { dayAt } from "#platform/zone.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { CHECKS_PER_DAY } from "./contact-data/number-checks.ts";

const OPEN = `SELECT id, checks_day AS day, checks_count AS asked FROM connection
  WHERE status = 'CONNECTED' AND channel = 'whatsapp' AND deleted_at IS NULL ORDER BY id`;

/**
 * The open WhatsApp connections, and how many numbers each may still be asked about today
 * (docs/rules/contacts.md#number-check).
 */
export function checksLeft(
  tenant: Tenant,
): readonly { readonly connectionId: number; readonly left: number }[] {
  const today = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  return all<{ id: number; day: string; asked: number }>(tenant.db, OPEN).map(({ id, day, asked }) => ({
    connectionId: id,
    left: Math.max(CHECKS_PER_DAY - (day === today ? asked : 0), 0),
  }));
}
