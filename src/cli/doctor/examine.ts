import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { backupAge, backupPlace } from "./backups.ts";
import { certificate } from "./certificate.ts";
import { company, pendingCompanies, type Reached, strayCompanies } from "./companies.ts";
import { databaseFile } from "./database-file.ts";
import { directory } from "./directory.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { installationSecrets, keyFits } from "./key.ts";
import { descriptors, disk, temporary } from "./machine.ts";
import { hostsOf, network } from "./network.ts";
import { askPartners } from "./partners.ts";
import { serverOf } from "./server-process.ts";

export interface ExamineOptions {
  readonly config: Config;
  /** Where the runtime unpacks its native parts. */
  readonly temporaryFolder: string;
  /** Makes no request to other hosts. */
  readonly offline: boolean;
  readonly nowMs: number;
}
export interface Examined {
  /** Process id of the server; 0 = it runs with an unknown id; null = it does not run. */
  readonly server: number | null;
  readonly companies: number;
  readonly findings: readonly Finding[];
}

/** Checks everything and changes nothing, with or without a running server. */
export async function examine(options: ExamineOptions): Promise<Examined> {
  const { config, temporaryFolder, offline } = options;
  const { dataDir } = config;
  const server = serverOf(dataDir);
  const findings = [...temporary(temporaryFolder)];
  const isExecutable = findings.length === 0;
  const seen: Seen = { companies: [], gateway: "static", channels: new Set(), partners: [], pending: [] };
  if (existsSync(dataDir)) {
    findings.push(...directory(dataDir), ...disk(dataDir));
    // Without it no database can be opened, and each would look damaged.
    if (isExecutable) findings.push(...installation(options, seen));
  }
  findings.push(...descriptors(server, seen.companies.length));
  if (!offline) {
    findings.push(...(await network(config, hostsOf(config, seen.gateway, seen.channels))));
    findings.push(...(await askPartners(config, seen.partners)));
    findings.push(...(await backupPlace(config)));
  }
  return { server, companies: seen.companies.length, findings };
}

/** Facts collected from the databases. */
interface Seen extends Reached {
  companies: readonly number[];
  gateway: string;
}

function* installation({ config, nowMs }: ExamineOptions, seen: Seen): Generator<Finding> {
  const { dataDir } = config;
  const path = join(dataDir, "system.sqlite");
  if (!existsSync(path)) {
    if (existsSync(join(dataDir, "companies")))
      yield findingsOf("database")("error", `${path} is missing`, "balcao restore restores it from a backup");
    return;
  }
  const secrets = yield* installationSecrets(config);
  const cure = "no company works without it: balcao restore --overwrite, with the server stopped";
  let isRead = false;
  yield* databaseFile({ path, check: "database", migrations: systemMigrations, cure }, function* (system) {
    isRead = true;
    if (secrets) yield* keyFits(system, secrets, path);
    yield* backupAge(system, config, nowMs);
    yield* certificate(typed(system), config, nowMs);
    seen.companies = companiesOf(system);
    seen.gateway = gatewayOf(system);
  });
  // Without the system database every company directory would look orphaned.
  if (isRead) yield* strayCompanies(dataDir, seen.companies);
  for (const id of seen.companies) yield* company(config, id, secrets, nowMs, seen);
  yield* pendingCompanies(seen.pending, seen.companies.length);
}

/** Companies that are not in the bin; a file of an older release has no bin. */
const companiesOf = (system: Sqlite): readonly number[] =>
  (system.prepare("SELECT * FROM company ORDER BY id").all() as { id: number; removed_at?: number | null }[])
    .filter(({ removed_at }) => !removed_at)
    .map(({ id }) => id);

function gatewayOf(system: Sqlite): string {
  const row = system.prepare("SELECT value FROM installation_setting WHERE key = 'paymentProvider'").get();
  return (row as { value: string } | undefined)?.value ?? "static";
}
