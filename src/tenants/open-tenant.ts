import { join } from "node:path";
import { scheduleCheckpoint, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import { type Db, transaction, typed } from "#platform/db/database.ts";
import { closeWal, isSyncDeferred } from "#platform/db/durability/deferred-sync.ts";
import type { EvictableDatabase } from "#platform/db/evictable.ts";
import { mapIfLarge, releasePages } from "#platform/db/open.ts";
import { scheduleMerges } from "#platform/db/search-segments.ts";
import { createWriter } from "#platform/db/unit.ts";
import type { Installation } from "./installation.ts";
import type { Company, Tenant, TenantUnit } from "./tenant.ts";

/** A tenant with the functions that only its registry uses. */
export interface OpenTenant extends Tenant {
  touch(): void;
  /** Whether its file has a connection in memory. */
  readonly isLoaded: boolean;
  /** Whether the tenant is not kept open, was not used since `ms`, and had no user activity since `calledMs`. */
  idleSince(ms: number, calledMs: number): boolean;
  /** Evicts the database and returns true when it was not used since `ms`; otherwise releases its cached pages. */
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

/** Skips the sync of the system database when it has nothing to sync, which is the usual case. */
function bothDurable({ durability, system }: Installation, db: Db): Promise<void> {
  const mine = durability.durable(db.$client);
  if (!durability.isPending(system.$client)) return mine;
  return Promise.all([durability.durable(system.$client), mine]).then(() => undefined);
}

/** State of an open tenant; times in ms. */
interface TenantState {
  company: Company;
  usedAt: number;
  calledAt: number;
  trimmedAt: number;
  /** Number of callers that keep the tenant open. */
  holders: number;
}

export function createTenant(
  installation: Installation,
  company: Company,
  file: EvictableDatabase,
  directory: string,
  recordDues: (companyId: number, dues: ReadonlyMap<string, number>, later: boolean) => void,
): OpenTenant {
  const { clock, bus } = installation;
  const { id } = company;
  const db = typed(file.client);
  const cache = new Map<string, unknown>();
  const now = clock.now();
  const state: TenantState = {
    company,
    usedAt: now,
    calledAt: Number.NEGATIVE_INFINITY,
    trimmedAt: now,
    holders: 0,
  };
  // Its getters do not use `this`: a request has a view of the tenant (`audited-tenant.ts`).
  const tenant: OpenTenant = {
    id,
    get company() {
      return state.company;
    },
    db,
    directory,
    mediaDirectory: join(directory, "media"),
    clock,
    log: installation.log.child({ company: id }),
    installation,
    write(work) {
      const answer = writer(work);
      scheduleCheckpoint(db.$client);
      scheduleMerges(tenant);
      return answer;
    },
    writeSystem: (work) => transaction(installation.system, work),
    get base() {
      return tenant;
    },
    durable: () => bothDurable(installation, db),
    cached<T>(key: string, load: () => T): T {
      if (!cache.has(key)) cache.set(key, load());
      return cache.get(key) as T;
    },
    drop: (key) => void cache.delete(key),
    keepOpen: () => keepOpen(state),
    noteActivity() {
      state.calledAt = clock.now();
    },
    touch() {
      state.usedAt = clock.now();
    },
    idleSince: (ms, calledMs) => state.holders === 0 && state.usedAt < ms && state.calledAt < calledMs,
    get trimmedAt() {
      return state.trimmedAt;
    },
    trim(ms) {
      state.trimmedAt = clock.now();
      return trimFile(file, db, state.usedAt < ms);
    },
    get isLoaded() {
      return file.isLoaded;
    },
    evict: () => file.evict(),
    releasePages() {
      if (file.isLoaded) releasePages(db.$client);
    },
    replaceCompany(next) {
      state.company = next;
    },
    close() {
      waitForCheckpoint(db.$client);
      installation.durability.closing(db.$client);
      db.$client.close();
    },
  };
  const writer = createWriter<TenantUnit, Tenant>({
    db,
    bus,
    scope: tenant,
    unit: (bare) => ({ ...bare, tenant, now: clock.now() }),
    recordWakes: (dues) => recordDues(id, dues, isSyncDeferred(db)),
  });
  return tenant;
}

function keepOpen(state: TenantState): () => void {
  state.holders += 1;
  let isHeld = true;
  return () => {
    if (isHeld) state.holders -= 1;
    isHeld = false;
  };
}

/** Evicts an idle file, else releases its cached pages; returns whether it was evicted. */
function trimFile(file: EvictableDatabase, db: Db, isIdle: boolean): boolean {
  if (!file.isLoaded) return false;
  if (isIdle) {
    closeWal(db.$client);
    return file.evict();
  }
  releasePages(db.$client);
  mapIfLarge(db.$client);
  return false;
}
