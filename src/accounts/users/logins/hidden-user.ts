import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./logins.sql.ts";

/**
 * The row of a provider's staff member who works in this company as support, created on first use. Hidden
 * like a deleted user: in no list, outside limits, with the name shown for past actions. `email` is a key
 * that no login can have. Returns the id.
 */
export function ensureHiddenUser(unit: TenantUnit, { email, name }: { email: string; name: string }): number {
  const known = queryOne(unit.db, sql.hiddenUserByEmail, { email });
  if (!known) return execute(unit.db, sql.insertHiddenUser, { name, email, now: unit.now }).id;
  execute(unit.db, sql.renameUser, { name, now: unit.now, id: known.id });
  return known.id;
}
