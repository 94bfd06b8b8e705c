import { join } from "node:path";
import { scheduleCheckpoint, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import { type Db, transaction, typed } from "#platform/db/database.ts";
import { closeWal, hasUnsyncedCommits, isSyncDeferred, onDisk } from "#platform/db/deferred-sync.ts";
import type { EvictableDatabase } from "#platform/db/evictable.ts";
import { mapIfLarge, releasePages } from "#platform/db/open.ts";
import { createWriter } from "#platform/db/unit.ts";
import type { Installation } from "./installation.ts";
import type { Company, Tenant, TenantUnit } from "./tenant.ts";

/** A tenant as its registry holds it. */
export interface OpenTenant extends Tenant {
  touch(): void;
  /** Whether its file has a connection in memory. */
  readonly isLoaded: boolean;
  /** Not kept open, not used since `ms`, and without user activity since `calledMs`. */
  idleSince(ms: number, calledMs: number): boolean;
  /** Releases cached pages; evicts the database when it was not used since `ms` and then returns true. */
  trim(ms: number): boolean;
  /** Frees all memory of its database until the next use; see `EvictableDatabase`. */
  evict(): boolean;
  /** Releases the cached pages of its database while it is loaded. */
  releasePages(): void;
  /** When it was last trimmed, or opened, ms. */
  readonly trimmedAt: number;
  replaceCompany(company: Company): void;
  close(): void;
}

/** Usually the system database has nothing to sync. */
function bothOnDisk(system: Db, db: Db): Promise<void> {
  if (!hasUnsyncedCommits(system)) return onDisk(db);
  return Promise.all([onDisk(system), onDisk(db)]).then(() => undefined);
}

export function createTenant(
  installation: Installation,
  first: Company,
  file: EvictableDatabase,
  directory: string,
  recordDues: (companyId: number, dues: ReadonlyMap<string, number>, later: boolean) => void,
): OpenTenant {
  const { clock, bus } = installation;
  const db = typed(file.client);
  const cache = new Map<string, unknown>();
  let company = first;
  let usedAt = clock.now();
  let calledAt = Number.NEGATIVE_INFINITY;
  let easedAt = usedAt;
  let holders = 0;
  const tenant: OpenTenant = {
    id: first.id,
    get company() {
      return company;
    },
    db,
    directory,
    mediaDirectory: join(directory, "media"),
    clock,
    log: installation.log.child({ company: first.id }),
    installation,
    write(work) {
      const answer = writer(work);
      scheduleCheckpoint(db.$client);
      return answer;
    },
    writeSystem: (work) => transaction(installation.system, work),
    get base() {
      return tenant;
    },
    onDisk: () => bothOnDisk(installation.system, db),
    cached<T>(key: string, load: () => T): T {
      if (!cache.has(key)) cache.set(key, load());
      return cache.get(key) as T;
    },
    drop: (key) => void cache.delete(key),
    keepOpen() {
      holders += 1;
      let held = true;
      return () => {
        if (held) holders -= 1;
        held = false;
      };
    },
    noteActivity() {
      calledAt = clock.now();
    },
    touch() {
      usedAt = clock.now();
    },
    idleSince: (ms, calledMs) => holders === 0 && usedAt < ms && calledAt < calledMs,
    get trimmedAt() {
      return easedAt;
    },
    trim(ms) {
      easedAt = clock.now();
      if (!file.isLoaded) return false;
      if (usedAt < ms) {
        closeWal(db.$client);
        return file.evict();
      }
      releasePages(db.$client);
      mapIfLarge(db.$client);
      return false;
    },
    get isLoaded() {
      return file.isLoaded;
    },
    evict: () => file.evict(),
    releasePages() {
      if (file.isLoaded) releasePages(db.$client);
    },
    replaceCompany(next) {
      company = next;
    },
    close() {
      waitForCheckpoint(db.$client);
      closeWal(db.$client);
      db.$client.close();
    },
  };
  const writer = createWriter<TenantUnit, Tenant>({
    db,
    bus,
    scope: tenant,
    unit: (bare) => ({ ...bare, tenant, now: clock.now() }),
    recordWakes: (dues) => recordDues(first.id, dues, isSyncDeferred(db)),
  });
  return tenant;
}
