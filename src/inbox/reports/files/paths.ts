import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ReportFile } from "#inbox/reports/schema.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The directory of report files, which backups, exports and moves of a company do not include. */
const directoryOf = (tenant: Tenant): string => join(tenant.directory, "reports");

export function makeDirectory(tenant: Tenant): void {
  mkdirSync(directoryOf(tenant), { recursive: true, mode: 0o700 });
}

/** The unfinished file with the part written so far. */
export const partOf = (tenant: Tenant, id: number): string => join(directoryOf(tenant), `${id}.part`);
/** The whole file. */
export const pathOf = (tenant: Tenant, { id, format }: Pick<ReportFile, "id" | "format">): string =>
  join(directoryOf(tenant), `${id}.${format}`);

export function removeFiles(tenant: Tenant, ids: readonly number[]): void {
  for (const id of ids)
    for (const end of ["part", "csv", "xlsx", "xlsx.part"])
      rmSync(join(directoryOf(tenant), `${id}.${end}`), { force: true });
}

export const removePart = (tenant: Tenant, id: number): void => rmSync(partOf(tenant, id), { force: true });
