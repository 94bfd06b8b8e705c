import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { ImportReport } from "./report.ts";
import { type ImportOptions, importWhaticket } from "./run.ts";

/**
 * Imports into a temporary copy of the databases and returns the report of a real run. Needs as much
 * disk space as the databases of the companies and the files of the dump.
 */
export async function tryImport(
  installation: Installation,
  config: Config,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dataDirectory, clock } = installation;
  const copy = join(dataDirectory, `import-${randomUUID()}`);
  try {
    copyInto(dataDirectory, "system.sqlite", copy);
    const companies = join(dataDirectory, "companies");
    const ids = existsSync(companies) ? readdirSync(companies) : [];
    for (const id of ids) copyInto(dataDirectory, join("companies", id, "company.sqlite"), copy);
    const scratch = startInstallation({
      // The copy has its own key: an import reads no encrypted value.
      config: { ...config, dataDir: copy },
      clock,
      log: createLog("silent"),
    });
    try {
      return await importWhaticket(scratch.installation, options);
    } finally {
      scratch.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyInto(from: string, name: string, to: string): void {
  if (!existsSync(join(from, name))) return;
  mkdirSync(join(to, name, ".."), { recursive: true, mode: 0o700 });
  const db = openDatabase(join(from, name), { durability: "normal", readonly: true });
  try {
    db.prepare("VACUUM INTO ?").run(join(to, name));
  } finally {
    db.close();
  }
}
