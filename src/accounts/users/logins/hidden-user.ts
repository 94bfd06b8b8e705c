import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const FIND = "SELECT id FROM user WHERE email = ? AND deleted_at IS NOT NULL";
const RENAME = "UPDATE user SET name = ?, updated_at = ? WHERE id = ?";
const INSERT = `INSERT INTO user (name, email, password_hash, profile, deleted_at, created_at, updated_at)
  VALUES (?, ?, '', 'admin', ?, ?, ?)`;

/**
 * The row of a person of the provider who works in this company as support, made on first use. It is hidden like a deleted
 * user's: it is in no list, counts for no limit, and keeps the name on what the person did. `email` is a key that no login
 * can have. Answers the id.
 */
export function ensureHiddenUser(unit: TenantUnit, { email, name }: { email: string; name: string }): number {
  const known = one<{ id: number }>(unit.db, FIND, email);
  if (!known) return run(unit.db, INSERT, name, email, unit.now, unit.now, unit.now).id;
  run(unit.db, RENAME, name, unit.now, known.id);
  return known.id;
}
