import type { KeyCaller } from "#accounts/auth/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./api-keys.sql.ts";
import { scopesOf } from "./keys.ts";

/** The last use is kept to the minute: a busy program must not write at every call. */
const USED_EVERY_MS = 60_000;

/** The company and the scopes of a key; undefined for an unknown key. Only the hash of the key is stored. */
export function findKey({ system, tenants, clock }: Installation, key: string): KeyCaller | undefined {
  const hash = sha256(key);
  const owner = queryOne(system, sql.ownerOfKey, { hash });
  if (!owner) return undefined;
  const tenant = tenants.open(owner.companyId);
  // The index of the installation may be ahead of the company's own row.
  const row = queryOne(tenant.db, sql.keyByHash, { hash });
  if (!row) return undefined;
  const now = clock.now();
  if (row.lastUsedAt === null || now - row.lastUsedAt >= USED_EVERY_MS)
    tenant.write((unit) => void execute(unit.db, sql.setLastUsed, { now, id: row.id }));
  return { tenant, id: row.id, name: row.name, scopes: scopesOf(row) };
}
