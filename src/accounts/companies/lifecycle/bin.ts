import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditProvider } from "#accounts/audit/index.ts";
import { CompanyTablesPort } from "#accounts/companies/company-tables.ts";
import { CompanyChanged, CompanyDisabled, CompanyRemoved } from "#accounts/companies/events.ts";
import { withFreeName } from "#accounts/companies/names.ts";
import { requireCompany } from "#accounts/companies/queries.ts";
import { transaction } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import { noPermission } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import { FREED_BY_REMOVAL, readDirectoryKeys, releaseKeys } from "#tenants/directory-keys.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { PROVIDER_ID } from "./create.ts";
import * as sql from "./lifecycle.sql.ts";

/** Maximum time to wait for running work to stop, ms; work that takes longer is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * Disables a company and waits until its work has stopped. Undefined when its file cannot be opened, because then it
 * has no running work.
 */
async function stopCompany(installation: Installation, id: number): Promise<Tenant | undefined> {
  const { system, tenants, bus, clock } = installation;
  execute(system, sql.deactivateCompany, { now: clock.now(), id });
  tenants.refresh(id);
  const tenant = openOrNone(installation, id);
  if (!tenant) return undefined;
  bus.emitAfter(tenant, CompanyChanged, { companyId: id, what: ["status"] });
  await endWork(installation, tenant);
  return tenant;
}

/** Stops all work of a company; waits at most ten seconds. */
export async function endWork({ bus }: Installation, tenant: Tenant): Promise<void> {
  const stopping: Promise<unknown>[] = [];
  bus.emitAfter(tenant, CompanyDisabled, {
    companyId: tenant.id,
    wait: (promise) => void stopping.push(promise),
  });
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
  await Promise.race([Promise.allSettled(stopping), patience]);
}

function openOrNone({ tenants }: Installation, id: number): Tenant | undefined {
  try {
    return tenants.open(id);
  } catch {
    return undefined;
  }
}

/** Time during which a removed company can be restored, ms (docs/rules/companies.md#calls). */
const BIN_MS = 30 * 86_400_000;

/** During this time after a removal the nightly job records the move of the files for replication again, ms. */
const NOTED_AGAIN_MS = 2 * 86_400_000;

const binDirectory = ({ dataDirectory }: Installation, id: number) => join(dataDirectory, "bin", String(id));

/**
 * Super users delete a company: its work stops, its sessions end, and its files are moved to the bin for 30 days.
 * Throws 403 ERR_NO_PERMISSION (also for company 1), 404 ERR_NOT_FOUND.
 */
export async function removeCompany({ tenant, actor }: UserCtx, id: number): Promise<void> {
  if (!actor.super || id === PROVIDER_ID) throw noPermission();
  const { installation } = tenant;
  const { system, tenants, bus, clock, log } = installation;
  const before = requireCompany(installation, id);
  const stopped = await stopCompany(installation, id);
  if (stopped) bus.emitAfter(stopped, CompanyRemoved, { companyId: id });
  // Its other values stay reserved: they count again when the company is restored.
  const keys = (stopped && readDirectoryKeys(installation, id)) ?? [companyNameKey(before.name)];
  const freed = keys.filter(({ kind }) => FREED_BY_REMOVAL.includes(kind));
  const name = `removed:${id}:${newUuid()}`;
  tenant.writeSystem(() =>
    execute(system, sql.remove, { now: clock.now(), name, active: before.active ? 1 : 0, id }),
  );
  tenants.refresh(id);
  tenants.release(id);
  void releaseKeys(installation, id, freed);
  try {
    // The files are moved only after the removal is stored on the other machines: if this machine fails earlier, they
    // must still find the files.
    if (installation.durability.isRemote) await installation.durability.durable(system.$client);
    moveToBin(installation, id);
  } catch (error) {
    // The nightly job retries the move. Users cannot reach the files meanwhile.
    log.error(
      { company: id, err: error },
      "files of a removed company not moved to the bin; retried the next night",
    );
  }
}

/**
 * Moves the files of a removed company to the bin. `removedAt` is set when the nightly job repeats the move, and absent
 * during the removal.
 */
function moveToBin(installation: Installation, id: number, removedAt?: number): void {
  const from = companyDirectory(installation.dataDirectory, id);
  if (!existsSync(from)) {
    // The owner may have failed after the move and before the move was replicated. Then the replicated log still has
    // the files at their old path.
    if (removedAt !== undefined && removedAt > installation.clock.now() - NOTED_AGAIN_MS)
      for (const path of [from, binDirectory(installation, id)]) notePath(path);
    return;
  }
  mkdirSync(join(installation.dataDirectory, "bin"), { recursive: true, mode: 0o700 });
  const bin = binDirectory(installation, id);
  renameSync(from, bin);
  for (const path of [from, bin]) notePath(path);
}

export interface Removed {
  readonly id: number;
  readonly name: string;
  readonly removedAt: number;
}

/** Companies in the bin, the longest there first. */
export const companiesInBin = ({ system }: Installation): readonly Removed[] => queryAll(system, sql.inBin);

/**
 * Restores a company from the bin. Returns its current name (with a number when another company has its
 * name), undefined when it is not in the bin. For the command line.
 */
export async function restoreCompany(installation: Installation, id: number): Promise<string | undefined> {
  const found = companiesInBin(installation).find((removed) => removed.id === id);
  if (!found) return undefined;
  return withFreeName(installation, found.name, [], id, (reserved, name) => {
    reserved.cover(companyNameKey(name));
    takeFromBin(installation, id, name);
    return name;
  });
}

function takeFromBin(installation: Installation, id: number, name: string): void {
  const { system, tenants, clock } = installation;
  const bin = binDirectory(installation, id);
  const place = companyDirectory(installation.dataDirectory, id);
  if (existsSync(bin)) {
    renameSync(bin, place);
    for (const path of [bin, place]) notePath(path);
  }
  execute(system, sql.restore, { name, now: clock.now(), id });
  tenants.refresh(id);
}

/** Erases companies after 30 days in the bin; their ids are never reused. */
export function emptyBin(installation: Installation): void {
  const { system, clock, log, tenants, ports } = installation;
  const tables = ports.use(CompanyTablesPort);
  for (const { id, removedAt } of companiesInBin(installation)) {
    try {
      moveToBin(installation, id, removedAt);
      if (removedAt > clock.now() - BIN_MS) continue;
      rmSync(binDirectory(installation, id), { recursive: true, force: true });
      notePath(binDirectory(installation, id));
      transaction(system, () => {
        for (const table of tables) execute(system, sql.deleteRowsOfCompany(table), { id });
        tenants.cancelWakes(id);
        execute(system, sql.erase, { now: clock.now(), id });
        auditProvider(installation, {
          who: "product",
          userId: null,
          name: "balcao",
          kind: "company",
          action: "removed",
          subjectId: id,
          companyId: id,
          details: { reason: "bin" },
        });
      });
    } catch (error) {
      log.error(
        { company: id, err: error },
        "removed company not moved to the bin or not erased; retried the next night",
      );
    }
  }
}
