import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./logins.sql.ts";

/**
 * The row of a person of the provider who works in this company as support, made on first use. It is hidden like a deleted
 * user's: it is in no list, counts for no limit, and keeps the name on what the person did. `email` is a key that no login
 * can have. Answers the id.
 */
export function ensureHiddenUser(unit: TenantUnit, { email, name }: { email: string; name: string }): number {
  const known = queryOne(unit.db, sql.hiddenUserByEmail, { email });
  if (!known) return execute(unit.db, sql.insertHiddenUser, { name, email, now: unit.now }).id;
  execute(unit.db, sql.renameUser, { name, now: unit.now, id: known.id });
  return known.id;
}
