import type { KeyCaller } from "#accounts/auth/index.ts";
import { one, run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { scopesOf } from "./keys.ts";

/** The last use is kept to the minute: a busy program must not write at every call. */
const USED_EVERY_MS = 60_000;

const OWNER = "SELECT company_id AS companyId FROM api_key_owner WHERE hash = ?";
const KEY = "SELECT id, name, scopes, last_used_at AS lastUsedAt FROM api_key WHERE hash = ?";
const USED = "UPDATE api_key SET last_used_at = ? WHERE id = ?";

/** The company and the scopes behind a key; undefined for one that nobody has. Only its hash is known here. */
export function findKey({ system, tenants, clock }: Installation, key: string): KeyCaller | undefined {
  const hash = sha256(key);
  const owner = one<{ companyId: number }>(system, OWNER, hash);
  if (!owner) return undefined;
  const tenant = tenants.open(owner.companyId);
  // The index of the installation may be ahead of the company's own row.
  const row = one<{ id: number; name: string; scopes: string; lastUsedAt: number | null }>(
    tenant.db,
    KEY,
    hash,
  );
  if (!row) return undefined;
  const now = clock.now();
  if (row.lastUsedAt === null || now - row.lastUsedAt >= USED_EVERY_MS)
    tenant.write((unit) => void run(unit.db, USED, now, row.id));
  return { tenant, id: row.id, name: row.name, scopes: scopesOf(row) };
}
