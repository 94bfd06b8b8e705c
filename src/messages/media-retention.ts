import { mediaStoreOf } from "#media/index.ts";
import { all, run } from "#platform/db/database.ts";
import { setting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 200;

// Only files of messages: faces of contacts stay as long as the contact.
const OLD = `SELECT f.id, f.path FROM media_file f WHERE f.state = 'stored' AND f.created_at <= ? AND f.path IS NOT NULL
  AND EXISTS (SELECT 1 FROM message m WHERE m.media_id = f.id) ORDER BY f.id LIMIT ${BATCH}`;
const MISSING = "UPDATE media_file SET state = 'missing', path = NULL, handle = NULL WHERE id = ?";
const SHARED = "SELECT 1 FROM media_file WHERE path = ?";

/** Removes files older than the company keeps them (setting `mediaRetentionDays`, 0 = for ever; behaviour 7.6). */
export async function removeOldMedia({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.awake()) {
    const days = setting(tenant, "mediaRetentionDays");
    if (days === 0) continue;
    try {
      while ((await removeBatch(tenant, clock.now() - days * DAY_MS)) === BATCH) {}
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "old files not removed");
    }
  }
}

async function removeBatch(tenant: Tenant, beforeMs: number): Promise<number> {
  const old = all<{ id: number; path: string }>(tenant.db, OLD, beforeMs);
  if (old.length === 0) return 0;
  tenant.write((unit) => {
    for (const { id } of old) run(unit.db, MISSING, id);
  });
  const store = mediaStoreOf(tenant);
  for (const { path } of old) if (all(tenant.db, SHARED, path).length === 0) await store.remove(path);
  return old.length;
}
