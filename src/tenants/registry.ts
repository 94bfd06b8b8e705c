import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { transaction } from "#platform/db/database.ts";
import { type EvictableDatabase, openEvictable } from "#platform/db/evictable.ts";
import { migrate } from "#platform/db/migrate.ts";
import { execute } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { memoryLimit } from "#platform/process/memory-limit.ts";
import * as sql from "./company.sql.ts";
import {
  beginFolder,
  companyDirectory,
  nextCompanyId,
  settleFolder,
  settleFolders,
} from "./company-folder.ts";
import { inactiveCompanyIds, insertCompany, readCompany } from "./company-rows.ts";
import { createEvictionList, loadedCompaniesWithin } from "./eviction.ts";
import type { Installation, Tenants } from "./installation.ts";
import { createTenant, type OpenTenant } from "./open-tenant.ts";
import { findUncleanShutdowns } from "./unclean-shutdown.ts";
import { createWakeSchedule } from "./wake-schedule.ts";

const unavailable = () => new AppError(503, "ERR_TENANT_UNAVAILABLE");

/** Jobs skip a company that could not be opened for this long, ms. */
const TRIED_AGAIN_MS = 60_000;

export { companyDirectory } from "./company-folder.ts";

/**
 * Opens companies lazily, keeps those in use open and quarantines those that cannot be opened (docs/rules/general.md#answers).
 */
export function createTenants(
  installation: Omit<Installation, "tenants">,
  self: () => Installation,
): Tenants {
  const { system, dataDirectory, clock, log } = installation;
  const open = new Map<number, OpenTenant>();
  const awake = createEvictionList<OpenTenant>(
    installation.config.awakeCompanies ?? loadedCompaniesWithin(memoryLimit()),
  );
  const quarantine = new Map<number, string>();
  /** When a quarantined company was last tried, ms. */
  const triedAt = new Map<number, number>();
  settleFolders(system, dataDirectory);
  const unclean = findUncleanShutdowns(dataDirectory);
  // Their database can be opened but is damaged.
  const damaged = new Set<number>();
  const due = createWakeSchedule(system);
  // Their scheduled work stays and is found again when they are switched on.
  const resting = new Set(inactiveCompanyIds(system));

  const openFile = (id: number, isNew: boolean): EvictableDatabase => {
    const directory = companyDirectory(dataDirectory, id);
    const path = join(directory, "company.sqlite");
    // Creating an empty database in place of a missing one would hide the loss.
    if (!isNew && !existsSync(path)) throw new Error("its file is missing: restore it from a backup");
    mkdirSync(join(directory, "media"), { recursive: true, mode: 0o700 });
    const file = openEvictable(path, { durability: "full", checkpoints: "beside" }, () => {
      const tenant = open.get(id);
      if (tenant) awake.used(tenant);
    });
    try {
      migrate(file.client, tenantMigrations, clock.now(), path);
      return file;
    } catch (error) {
      file.client.close();
      throw error;
    }
  };

  const wake = (id: number, isNew = false): OpenTenant => {
    const company = readCompany(system, id);
    if (!company || damaged.has(id)) throw unavailable();
    try {
      const tenant = createTenant(
        self(),
        company,
        openFile(id, isNew),
        companyDirectory(dataDirectory, id),
        due.record,
      );
      open.set(id, tenant);
      quarantine.delete(id);
      return tenant;
    } catch (error) {
      // Damaged or newer than this program: the other companies are unaffected, `doctor` lists it.
      const reason = error instanceof Error ? error.message : String(error);
      // Logged once per reason.
      if (quarantine.get(id) !== reason) log.error({ company: id, err: error }, "company cannot be opened");
      quarantine.set(id, reason);
      triedAt.set(id, clock.now());
      throw unavailable();
    }
  };

  /** Jobs do not retry, and log, a damaged file at every run. */
  const isAside = (id: number, nowMs: number): boolean =>
    quarantine.has(id) && nowMs - (triedAt.get(id) ?? Number.NEGATIVE_INFINITY) < TRIED_AGAIN_MS;

  const release = (id: number) => {
    const tenant = open.get(id);
    open.delete(id);
    quarantine.delete(id);
    damaged.delete(id);
    if (tenant) awake.forget(tenant);
    tenant?.close();
  };
  const discard = (id: number) => {
    release(id);
    execute(system, sql.deleteCompany, { id });
    execute(system, sql.deleteLogins, { id });
    execute(system, sql.deleteDigest, { id });
    due.cancelAll(id);
    const directory = companyDirectory(dataDirectory, id);
    if (existsSync(directory)) rmSync(directory, { recursive: true });
  };

  /** After the transaction that creates a company: releases the company when it was rolled back. */
  const settle = (id: number) => {
    if (!system.$client.open) return;
    if (readCompany(system, id) === undefined) {
      release(id);
      due.cancelAll(id);
    }
    settleFolder(system, dataDirectory, id);
  };

  return {
    open(id) {
      const tenant = open.get(id) ?? wake(id);
      tenant.touch();
      awake.used(tenant);
      return tenant;
    },
    exists: (id) => open.has(id) || readCompany(system, id) !== undefined,
    openTenants: () => [...open.values()],
    loadedTenants: () => [...open.values()].filter(({ isLoaded }) => isLoaded),
    overdueWork: due.overdue,
    dueCompanies: (job, nowMs) =>
      due.dueCompanies(job, nowMs).filter((id) => !resting.has(id) && !isAside(id, nowMs)),
    scheduleWakes: due.scheduleAll,
    scheduleWakeUnsynced: due.scheduleUnsynced,
    rescheduleWake: due.reschedule,
    cancelWakes: due.cancelAll,
    quarantined: () => quarantine,
    uncleanShutdowns: () => unclean,
    quarantine(id, reason) {
      release(id);
      damaged.add(id);
      quarantine.set(id, reason);
    },
    refresh(id) {
      const company = readCompany(system, id);
      if (company) open.get(id)?.replaceCompany(company);
      if (company?.active) resting.delete(id);
      else resting.add(id);
    },
    create(company, complete) {
      const id = company.id ?? nextCompanyId(system, dataDirectory);
      let isBegun = false;
      try {
        const tenant = transaction(system, () => {
          insertCompany(system, { ...company, id }, clock.now());
          isBegun = true;
          beginFolder(dataDirectory, id);
          const made = wake(id, true);
          made.touch();
          complete?.(made);
          return made;
        });
        if (system.$client.inTransaction) queueMicrotask(() => settle(id));
        else settle(id);
        return tenant;
      } catch (error) {
        if (isBegun) settle(id);
        throw error;
      }
    },
    discard,
    release,
    closeIdle(idleMs, { calledMs = idleMs, atMost = open.size } = {}) {
      const now = clock.now();
      const idle = [...open].filter(([, tenant]) => tenant.idleSince(now - idleMs, now - calledMs));
      for (const [id, tenant] of idle.slice(0, atMost)) {
        open.delete(id);
        awake.forget(tenant);
        tenant.close();
      }
      return Math.min(idle.length, atMost);
    },
    trim(idleMs, atMost) {
      const since = clock.now() - idleMs;
      const waiting = [...open.values()].filter(({ trimmedAt }) => trimmedAt <= since);
      const turn = waiting.toSorted((a, b) => a.trimmedAt - b.trimmedAt).slice(0, atMost);
      const rested = turn.filter((tenant) => tenant.trim(since));
      for (const tenant of rested) awake.forget(tenant);
      return rested.length;
    },
    close() {
      due.flush();
      for (const tenant of open.values()) tenant.close();
      open.clear();
    },
  };
}
