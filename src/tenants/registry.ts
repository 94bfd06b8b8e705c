import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { tenantMigrations, tenantSnapshot } from "#migrations/tenant/index.ts";
import { transaction } from "#platform/db/database.ts";
import { type EvictableDatabase, openEvictable } from "#platform/db/evictable.ts";
import { migrate } from "#platform/db/migrate.ts";
import { execute } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { memoryLimit } from "#platform/process/memory-limit.ts";
import * as sql from "./company.sql.ts";
import {
  beginFolder,
  beginRemoval,
  companyDirectory,
  findUncleanShutdowns,
  nextCompanyId,
  removeIfUnfinished,
  settleFolder,
  settleFolders,
} from "./company-folder.ts";
import {
  companyNameKey,
  heldCompanyIds,
  inactiveCompanyIds,
  insertCompany,
  readCompany,
} from "./company-rows.ts";
import { createEvictionList, type EvictionList } from "./eviction.ts";
import type { Installation, NewCompany, Tenants } from "./installation.ts";
import { fixedLimit, limitByMemory } from "./loaded-limit.ts";
import { pausedCompanyIds } from "./moving/rows.ts";
import { isOnHold } from "./on-hold.ts";
import { createTenant, type OpenTenant } from "./open-tenant.ts";
import { PROVIDER_ID } from "./provider.ts";
import type { Reserved } from "./reserve.ts";
import { guardProvider } from "./shared/guard-provider.ts";
import { sharingRole } from "./shared/role.ts";
import type { Tenant } from "./tenant.ts";
import { createWakeSchedule, type WakeSchedule } from "./wake-schedule.ts";

const moving = () => new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
const unavailable = () => new AppError(503, "ERR_TENANT_UNAVAILABLE");

/** Jobs skip a company for this long after it could not be opened, ms. */
const TRIED_AGAIN_MS = 60_000;

export { companyDirectory } from "./company-folder.ts";

/** The companies of an installation; the functions below take it as their first parameter. */
interface Registry {
  readonly parts: Omit<Installation, "tenants">;
  /** The complete installation; it exists only after `createTenants` has returned. */
  readonly self: () => Installation;
  readonly open: Map<number, OpenTenant>;
  readonly loaded: EvictionList<OpenTenant>;
  readonly schedule: WakeSchedule;
  /** Companies that could not be opened, with the reason. */
  readonly quarantined: Map<number, string>;
  /** Time of the last attempt to open each quarantined company, ms. */
  readonly triedAt: Map<number, number>;
  /** Companies whose database can be opened but is damaged. */
  readonly damaged: Set<number>;
  /** Disabled companies. Their scheduled work stays, and is done when they are enabled. */
  readonly inactive: Set<number>;
  /** Companies held after a restore. Most of their scheduled work stays until they are resumed. */
  readonly held: Set<number>;
  /** Companies that are closed because they are being moved to another cell. Their scheduled work moves with them. */
  readonly paused: Set<number>;
}

/**
 * Opens companies lazily, keeps companies in use open and quarantines companies that cannot be opened
 * (docs/rules/general.md#answers).
 */
export function createTenants(parts: Registry["parts"], self: () => Installation): Tenants {
  const { system, dataDirectory, clock, config } = parts;
  settleFolders(system, dataDirectory);
  const unclean = findUncleanShutdowns(dataDirectory);
  const schedule = createWakeSchedule(system, parts.durability);
  const registry: Registry = {
    parts,
    self,
    open: new Map(),
    loaded: createEvictionList(
      config.awakeCompanies === null
        ? limitByMemory(config.memoryMb === null ? memoryLimit() : config.memoryMb * 1024 ** 2)
        : fixedLimit(config.awakeCompanies),
    ),
    schedule,
    quarantined: new Map(),
    triedAt: new Map(),
    damaged: new Set(),
    inactive: new Set(inactiveCompanyIds(system)),
    held: new Set(heldCompanyIds(system)),
    paused: new Set(pausedCompanyIds(system)),
  };
  const { open, loaded, quarantined, damaged, inactive, held, paused } = registry;
  return {
    open(id) {
      const tenant = open.get(id) ?? openCompany(registry, id);
      tenant.touch();
      loaded.used(tenant);
      return tenant;
    },
    exists: (id) => open.has(id) || readCompany(system, id) !== undefined,
    openTenants: () => [...open.values()],
    loadedTenants: () => [...open.values()].filter(({ isLoaded }) => isLoaded),
    overdueWork: (nowMs) => schedule.overdue(nowMs),
    dueCompanies: (job, nowMs, whileHeld = false) =>
      schedule
        .dueCompanies(job, nowMs)
        .filter(
          (id) =>
            !inactive.has(id) &&
            !paused.has(id) &&
            (whileHeld || !held.has(id)) &&
            !wasJustTried(registry, id, nowMs),
        ),
    wakeAfterSetBack: (job, nowMs) => schedule.wakeAfterSetBack(job, nowMs),
    held: () => held,
    scheduleWakes: (ids, job, atMs) => schedule.scheduleAll(ids, job, atMs),
    scheduleWakeUnsynced: (id, job, atMs) => schedule.scheduleUnsynced(id, job, atMs),
    rescheduleWake: (id, job, atMs) => schedule.reschedule(id, job, atMs),
    cancelWakes: (id) => schedule.cancelAll(id),
    quarantined: () => quarantined,
    uncleanShutdowns: () => unclean,
    quarantine(id, reason) {
      release(registry, id);
      damaged.add(id);
      quarantined.set(id, reason);
    },
    refresh(id) {
      const company = readCompany(system, id);
      if (company) open.get(id)?.replaceCompany(company);
      if (company?.active) inactive.delete(id);
      else inactive.add(id);
      if (company && isOnHold(company)) held.add(id);
      else held.delete(id);
    },
    create: (company, reserved, complete) => create(registry, company, reserved, complete),
    discard: (id) => discard(registry, id),
    release: (id) => release(registry, id),
    pause(id) {
      paused.add(id);
      release(registry, id);
    },
    unpause: (id) => void paused.delete(id),
    closeIdle(idleMs, { calledMs = idleMs, atMost = open.size } = {}) {
      const now = clock.now();
      const idle = [...open].filter(([, tenant]) => tenant.idleSince(now - idleMs, now - calledMs));
      for (const [id, tenant] of idle.slice(0, atMost)) {
        open.delete(id);
        loaded.forget(tenant);
        tenant.close();
      }
      return Math.min(idle.length, atMost);
    },
    trim(idleMs, atMost) {
      const since = clock.now() - idleMs;
      const waiting = [...open.values()].filter(({ trimmedAt }) => trimmedAt <= since);
      const next = waiting.toSorted((a, b) => a.trimmedAt - b.trimmedAt).slice(0, atMost);
      const evicted = next.filter((tenant) => tenant.trim(since));
      for (const tenant of evicted) loaded.forget(tenant);
      loaded.fit();
      return evicted.length;
    },
    close() {
      schedule.flush();
      for (const tenant of open.values()) tenant.close();
      open.clear();
    },
  };
}

function openCompany(registry: Registry, id: number, isNew = false): OpenTenant {
  const { parts, open, quarantined, triedAt, damaged, schedule, paused } = registry;
  if (paused.has(id)) throw moving();
  const company = readCompany(parts.system, id);
  if (!company || damaged.has(id)) throw unavailable();
  try {
    const tenant = createTenant(
      registry.self(),
      company,
      openFile(registry, id, isNew),
      companyDirectory(parts.dataDirectory, id),
      (companyId, dues, later) => schedule.record(companyId, dues, later),
    );
    open.set(id, tenant);
    quarantined.delete(id);
    return tenant;
  } catch (error) {
    // Damaged or newer than this program: the other companies are unaffected, `doctor` lists it.
    const reason = error instanceof Error ? error.message : String(error);
    // Logged once per reason.
    if (quarantined.get(id) !== reason)
      parts.log.error(
        { company: id, err: error },
        "company cannot be opened and is quarantined; run `balcao doctor`",
      );
    quarantined.set(id, reason);
    triedAt.set(id, parts.clock.now());
    throw unavailable();
  }
}

function openFile({ parts, open, loaded }: Registry, id: number, isNew: boolean): EvictableDatabase {
  const directory = companyDirectory(parts.dataDirectory, id);
  const path = join(directory, "company.sqlite");
  // Creating an empty database in place of a missing one would hide the loss.
  if (!isNew && !existsSync(path)) throw new Error("its file is missing: restore it from a backup");
  mkdirSync(join(directory, "media"), { recursive: true, mode: 0o700 });
  const isCopy = id === PROVIDER_ID && sharingRole(parts) === "copy";
  const file = openEvictable(path, { ...parts.durability.opening, checkpoints: "beside" }, () => {
    const tenant = open.get(id);
    if (tenant) loaded.used(tenant);
    if (isCopy) guardProvider(file.client);
  });
  try {
    migrate(file.client, tenantMigrations, parts.clock.now(), { path, snapshot: tenantSnapshot });
    if (isCopy) guardProvider(file.client);
    parts.durability.opened(file.client);
    return file;
  } catch (error) {
    file.client.close();
    throw error;
  }
}

/** Whether a quarantined company was tried so recently that jobs skip it: each attempt would log the damage again. */
const wasJustTried = ({ quarantined, triedAt }: Registry, id: number, nowMs: number): boolean =>
  quarantined.has(id) && nowMs - (triedAt.get(id) ?? Number.NEGATIVE_INFINITY) < TRIED_AGAIN_MS;

function release({ open, quarantined, damaged, loaded }: Registry, id: number): void {
  const tenant = open.get(id);
  open.delete(id);
  quarantined.delete(id);
  damaged.delete(id);
  if (tenant) loaded.forget(tenant);
  tenant?.close();
}

function discard(registry: Registry, id: number): void {
  const { system, dataDirectory, durability } = registry.parts;
  release(registry, id);
  beginRemoval(dataDirectory, id);
  execute(system, sql.deleteCompany, { id });
  execute(system, sql.deleteLogins, { id });
  registry.schedule.cancelAll(id);
  const remove = () => void (system.$client.open && removeIfUnfinished(system, dataDirectory, id));
  // If this machine fails before the deletion is stored elsewhere, it gets the row back, so the files must stay until then.
  if (durability.isRemote) void durability.durable(system.$client).then(remove, () => undefined);
  else remove();
}

function create(
  registry: Registry,
  company: NewCompany,
  reserved: Reserved,
  complete?: (tenant: Tenant) => void,
): Tenant {
  const { system, dataDirectory, clock, cells } = registry.parts;
  const id = company.id ?? nextCompanyId(system, dataDirectory, cells.own);
  let isBegun = false;
  reserved.cover(companyNameKey(company.name));
  try {
    const tenant = transaction(system, () => {
      insertCompany(system, { ...company, id }, clock.now());
      isBegun = true;
      beginFolder(dataDirectory, id);
      const made = openCompany(registry, id, true);
      made.touch();
      complete?.(made);
      return made;
    });
    if (system.$client.inTransaction) queueMicrotask(() => settle(registry, id));
    else settle(registry, id);
    return tenant;
  } catch (error) {
    if (isBegun) settle(registry, id);
    throw error;
  }
}

/** Runs after the transaction that creates a company, and releases the company when the transaction was rolled back. */
function settle(registry: Registry, id: number): void {
  const { system, dataDirectory } = registry.parts;
  if (!system.$client.open) return;
  if (readCompany(system, id) === undefined) {
    release(registry, id);
    registry.schedule.cancelAll(id);
  }
  settleFolder(system, dataDirectory, id);
}
