import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { officeTables } from "#simulator/whaticket/office.ts";
import type { OfficeOptions, Table } from "#simulator/whaticket/table.ts";
import { type DumpForm, writeDump } from "#simulator/whaticket/write-dump.ts";
import type { Installation } from "#tenants/installation.ts";
import { tryImport } from "./dry-run.ts";
import type { ImportReport } from "./report.ts";
import { type ImportOptions, importWhaticket } from "./run.ts";

/** The bcryptjs hash of the password of all users in the old system. */
export const OLD_PASSWORD = "segredo-antigo";
export const oldHash = async (): Promise<string> =>
  (await Bun.password.hash(OLD_PASSWORD, { algorithm: "bcrypt", cost: 4 })).replace("$2b$", "$2a$");

/** A dump of an old installation in a temporary folder. */
export async function dumpOf(
  form: DumpForm,
  options: OfficeOptions,
  change: (tables: readonly Table[]) => readonly Table[] = (tables) => tables,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "balcao-import-"));
  return writeDump(directory, form, change(officeTables(options)));
}

/** A run as the command starts it. */
export function runImport(
  installation: Installation,
  path: string,
  changes: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const options: ImportOptions = {
    path,
    media: null,
    into: null,
    only: [],
    name: "Padaria",
    source: "whaticket",
    zone: "-03:00",
    dryRun: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...changes,
  };
  return options.dryRun
    ? tryImport(installation, installation.config, options)
    : importWhaticket(installation, options);
}
