import { join } from "node:path";
import { lookAtLog, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import { type Db, together, typed } from "#platform/db/database.ts";
import { closeLog, isBehind, isSyncedLater, onDisk } from "#platform/db/disk.ts";
import { mapIfLarge, releasePages } from "#platform/db/open.ts";
import type { RestingDatabase } from "#platform/db/resting.ts";
import { createWriter } from "#platform/db/unit.ts";
import type { Installation } from "./installation.ts";
import type { Company, Tenant, TenantUnit } from "./tenant.ts";

/** A tenant as its registry holds it. */
export interface OpenTenant extends Tenant {
  touch(): void;
  /** Not held, not used since `ms`, and called by nobody since `calledMs`. */
  idleSince(ms: number, calledMs: number): boolean;
  /** Gives up cached pages, and when it was not used since `ms` all memory of its file; true when it did the latter. */
  ease(ms: number): boolean;
  /** Gives up all memory of its file until the next use; see `RestingDatabase`. */
  rest(): boolean;
  /** Gives up the cached pages of its file while it is awake. */
  releasePages(): void;
  /** When it was eased, or opened, ms. */
  readonly easedAt: number;
  replaceCompany(company: Company): void;
  close(): void;
}

/** Seldom is there anything to wait for in the system file. */
function bothOnDisk(system: Db, db: Db): Promise<void> {
  if (!isBehind(system)) return onDisk(db);
  return Promise.all([onDisk(system), onDisk(db)]).then(() => undefined);
}

export function createTenant(
  installation: Installation,
  first: Company,
  file: RestingDatabase,
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
      lookAtLog(db.$client);
      return answer;
    },
    writeSystem: (work) => together(installation.system, work),
    get itself() {
      return tenant;
    },
    onDisk: () => bothOnDisk(installation.system, db),
    cached<T>(key: string, load: () => T): T {
      if (!cache.has(key)) cache.set(key, load());
      return cache.get(key) as T;
    },
    drop: (key) => void cache.delete(key),
    hold() {
      holders += 1;
      let held = true;
      return () => {
        if (held) holders -= 1;
        held = false;
      };
    },
    called() {
      calledAt = clock.now();
    },
    touch() {
      usedAt = clock.now();
    },
    idleSince: (ms, calledMs) => holders === 0 && usedAt < ms && calledAt < calledMs,
    get easedAt() {
      return easedAt;
    },
    ease(ms) {
      easedAt = clock.now();
      if (!file.isAwake) return false;
      if (usedAt < ms) {
        closeLog(db.$client);
        return file.rest();
      }
      releasePages(db.$client);
      mapIfLarge(db.$client);
      return false;
    },
    rest: () => file.rest(),
    releasePages() {
      if (file.isAwake) releasePages(db.$client);
    },
    replaceCompany(next) {
      company = next;
    },
    close() {
      waitForCheckpoint(db.$client);
      closeLog(db.$client);
      db.$client.close();
    },
  };
  const writer = createWriter<TenantUnit, Tenant>({
    db,
    bus,
    scope: tenant,
    unit: (bare) => ({ ...bare, tenant, now: clock.now() }),
    recordDues: (dues) => recordDues(first.id, dues, isSyncedLater(db)),
  });
  return tenant;
}
