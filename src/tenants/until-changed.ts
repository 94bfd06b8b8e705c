import { changeCount } from "#platform/db/open.ts";
import type { Tenant } from "./tenant.ts";

/**
 * A value derived from rows of the company, kept under `key` until any row of it changes; `make` creates an empty one, which
 * the caller fills. Within a transaction each call gets a new value, because a rollback would undo the changes but not the
 * change count.
 */
export function untilChanged<T>(tenant: Tenant, key: string, make: () => T): T {
  const { $client } = tenant.db;
  if ($client.inTransaction) return make();
  const changes = changeCount($client);
  const kept = tenant.cached(key, () => ({ changes, value: make() }));
  if (kept.changes !== changes) {
    kept.changes = changes;
    kept.value = make();
  }
  return kept.value;
}
