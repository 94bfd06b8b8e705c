import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditProvider } from "#accounts/audit/index.ts";
import { CompanyTablesPort } from "#accounts/companies/company-tables.ts";
import { CompanyRemoved } from "#accounts/companies/events.ts";
import { freeCompanyName, requireCompany } from "#accounts/companies/queries.ts";
import { transaction } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { PROVIDER_ID } from "./create.ts";
import * as sql from "./lifecycle.sql.ts";
import { stopCompany } from "./stop.ts";

/** Time during which a removed company can be restored, ms (docs/rules/companies.md#calls). */
const BIN_MS = 30 * 86_400_000;

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
  const name = `removed:${id}:${newUuid()}`;
  tenant.writeSystem(() =>
    execute(system, sql.remove, { now: clock.now(), name, active: before.active ? 1 : 0, id }),
  );
  tenants.refresh(id);
  tenants.release(id);
  try {
    moveToBin(installation, id);
  } catch (error) {
    // The nightly job retries; the files are inaccessible meanwhile.
    log.error(
      { company: id, err: error },
      "files of a removed company not moved to the bin; retried the next night",
    );
  }
}

function moveToBin(installation: Installation, id: number): void {
  const from = companyDirectory(installation.dataDirectory, id);
  if (!existsSync(from)) return;
  mkdirSync(join(installation.dataDirectory, "bin"), { recursive: true, mode: 0o700 });
  renameSync(from, binDirectory(installation, id));
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
export function restoreCompany(installation: Installation, id: number): string | undefined {
  const { system, tenants, clock } = installation;
  const found = companiesInBin(installation).find((removed) => removed.id === id);
  if (!found) return undefined;
  const bin = binDirectory(installation, id);
  if (existsSync(bin)) renameSync(bin, companyDirectory(installation.dataDirectory, id));
  const name = freeCompanyName(system, found.name);
  execute(system, sql.restore, { name, now: clock.now(), id });
  tenants.refresh(id);
  return name;
}

/** Erases companies after 30 days in the bin; their ids are never reused. */
export function emptyBin(installation: Installation): void {
  const { system, clock, log, tenants, ports } = installation;
  const tables = ports.use(CompanyTablesPort);
  for (const { id, removedAt } of companiesInBin(installation)) {
    try {
      moveToBin(installation, id);
      if (removedAt > clock.now() - BIN_MS) continue;
      rmSync(binDirectory(installation, id), { recursive: true, force: true });
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
