import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import { guardTables, writingCopies } from "#platform/db/table-triggers.ts";
import type { SharedPart, SharedRows, SharedVersion } from "#platform/shared-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import type { SharedChange, SharedTable } from "#tenants/system-tables.ts";
import { copyCompany } from "./copy-company.ts";
import { copyTable } from "./copy-table.ts";
import { COMPANY_PART, nameOfProviderRows, pathOfFile, type Shared, watchedTables } from "./parts.ts";
import type { SharingStep } from "./publisher.ts";
import * as sql from "./shared.sql.ts";
import { decodeValue, rowsOf, type TableValue } from "./value.ts";

interface Copier {
  readonly installation: Installation;
  readonly rows: SharedRows;
  readonly shared: Shared;
  /** Hashes of the parts as they were copied last by this process. */
  readonly copied: Map<string, string>;
  /** The version that was copied last by this process. */
  revision: number | null;
  /** A revision that was logged as too old. */
  ignored: number | null;
}

/** The values that a version changes, by the name of their part. */
type Values = ReadonlyMap<string, TableValue>;

/** Copies the shared rows into another cell than the home cell, and guards them (docs/rules/cells.md#shared-rows). */
export function createCopier(installation: Installation, rows: SharedRows, shared: Shared): SharingStep {
  guardTables(installation.system.$client, watchedTables(shared));
  const copier: Copier = {
    installation,
    rows,
    shared,
    copied: new Map(),
    revision: null,
    ignored: null,
  };
  return {
    async run() {
      const newest = await rows.newest();
      if (newest === undefined) return false;
      if (!newest || newest.revision === copier.revision || isOld(copier, newest)) return true;
      const loaded = await load(copier, newest.parts);
      if (loaded) apply(copier, newest, loaded);
      return loaded !== undefined;
    },
  };
}

/** The servers may answer from the past, or have lost their last versions; the home cell then publishes again. */
function isOld(copier: Copier, { revision }: SharedVersion): boolean {
  const { system, log } = copier.installation;
  const known = queryOne(system, sql.revision)?.revision ?? 0;
  if (revision >= known) return false;
  if (copier.ignored !== revision)
    log.warn({ revision, known }, "an older version of the shared rows is ignored");
  copier.ignored = revision;
  return true;
}

/** The values that differ, and the files that are lacking; undefined when one of them cannot be read now. */
async function load(copier: Copier, parts: readonly SharedPart[]): Promise<Values | undefined> {
  const { installation, rows, shared, copied } = copier;
  const known = new Set([
    ...shared.tables.map(({ table }) => table),
    COMPANY_PART,
    ...shared.providerRows.map(nameOfProviderRows),
  ]);
  const values = new Map<string, TableValue>();
  for (const part of parts) {
    const path = pathOfFile(part.name);
    if (path !== null) {
      if (!(await loadFile(installation, rows, part, path))) return undefined;
    } else if (known.has(part.name) && copied.get(part.name) !== part.hash) {
      const bytes = await rows.load(part);
      if (!bytes) return undefined;
      values.set(part.name, decodeValue(bytes));
    }
  }
  return values;
}

/** Stores a file that is lacking, before any row names it. */
async function loadFile(
  { dataDirectory }: Installation,
  rows: SharedRows,
  part: SharedPart,
  path: string,
): Promise<boolean> {
  const target = join(dataDirectory, path);
  if (existsSync(target)) return true;
  const bytes = await rows.load(part);
  if (!bytes) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeFile(`${target}.part`, bytes);
  await rename(`${target}.part`, target);
  notePath(target);
  return true;
}

/** Two transactions: the system file, and the file of the provider's company. A kill between them is repaired by the next start. */
function apply(copier: Copier, version: SharedVersion, values: Values): void {
  const { installation, shared, copied } = copier;
  const { system } = installation;
  const changes = transaction(system, () =>
    writingCopies(system.$client, () => {
      const result = copyTables(copier, values);
      copyCompany(installation, values.get(COMPANY_PART));
      execute(system, sql.setRevision, { revision: version.revision });
      return result;
    }),
  );
  const hasProvider = installation.tenants.exists(PROVIDER_ID);
  if (hasProvider && values.has(COMPANY_PART)) installation.tenants.refresh(PROVIDER_ID);
  const providerRows = shared.providerRows.filter((rows) => values.has(nameOfProviderRows(rows)));
  if (providerRows.length > 0 && hasProvider)
    installation.tenants.open(PROVIDER_ID).write((unit) =>
      writingCopies(unit.db.$client, () => {
        for (const rows of providerRows) {
          const value = values.get(nameOfProviderRows(rows));
          if (value) rows.write(unit, rowsOf(value));
        }
      }),
    );
  copier.revision = version.revision;
  for (const { name, hash } of version.parts) if (values.has(name)) copied.set(name, hash);
  for (const table of shared.tables) removeFiles(installation, table);
  for (const [table, changed] of changes) {
    if (changed.length === 0) continue;
    afterCopy(installation, table.table, () => table.copied?.(installation, changed));
  }
  for (const rows of providerRows) afterCopy(installation, rows.table, () => rows.copied?.(installation));
}

function copyTables({ installation, shared }: Copier, values: Values) {
  const changes = new Map<SharedTable, readonly SharedChange[]>();
  for (const table of shared.tables) {
    const value = values.get(table.table);
    if (!value) continue;
    const { kept, ...result } = copyTable(installation.system, table, value);
    changes.set(table, result.changes);
    if (kept.length > 0)
      installation.log.warn(
        { table: table.table, keys: kept },
        "rows that the home cell deleted stay, because companies of this cell need them",
      );
  }
  return changes;
}

/** A failing listener must not keep the others from their change. */
function afterCopy({ log }: Installation, table: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error({ table, err: error }, "a listener of copied rows failed");
  }
}

/** Deletes files that no row names: of deleted rows, and of a version that was replaced before it was stored. */
function removeFiles({ dataDirectory, system, log }: Installation, { table, files }: SharedTable): void {
  const folder = files && join(dataDirectory, files.folder);
  if (!folder || !existsSync(folder)) return;
  const named = new Set(queryAll(system, sql.fileNames(table, files.column)).map(({ name }) => name));
  for (const name of readdirSync(folder)) {
    if (named.has(name)) continue;
    const path = join(folder, name);
    rm(path, { force: true }).then(
      () => notePath(path),
      (error: unknown) => log.warn({ path, err: error }, "a file that no shared row names was not removed"),
    );
  }
}
