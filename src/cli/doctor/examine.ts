import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { directoryProblems } from "#cli/data-directory.ts";
import type { Config } from "#config.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { certificateState } from "#operations/certificates/index.ts";
import { type Db, one, typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { archivePlace } from "./archive.ts";
import { backupAge, backupPlace } from "./backups.ts";
import { examineCluster } from "./cluster.ts";
import { company, pendingCompanies, type Reached, strayCompanies } from "./companies.ts";
import { databaseFile } from "./database-file.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { installationSecrets, keyFits } from "./key.ts";
import { descriptors, disk, serverOf, temporary } from "./machine.ts";
import { examineMediaBucket } from "./media.ts";
import { hostsOf, network } from "./network.ts";
import { askPartners } from "./partners.ts";

interface ExamineOptions {
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
  const { config, temporaryFolder, offline, nowMs } = options;
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
    findings.push(...(await archivePlace(config, nowMs)));
    findings.push(...(await examineMediaBucket(config)));
    findings.push(...(await examineCluster(config, Date.now)));
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

/** Permissions of the data directory and owners of its files. */
function* directory(dataDirectory: string): Generator<Finding> {
  const finding = findingsOf("directory");
  for (const problem of directoryProblems(dataDirectory)) {
    const [what = problem, advice = "the server refuses to start until this is corrected"] =
      problem.split(/: (?=\S+ )/);
    yield finding("error", what, advice);
  }
  const { uid } = lstatSync(dataDirectory);
  const strange = [...lowest(dataDirectory)].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== uid && existsSync(path),
  );
  if (strange[0] !== undefined)
    yield finding(
      "error",
      `${strange.length} files belong to another user than ${dataDirectory}, the first is ${strange[0]}`,
      `chown -R --reference=${dataDirectory} ${dataDirectory}`,
    );
}

/**
 * Files of the data directory and of each company's directory. Deeper files are not checked: the same process creates
 * them, so they have the same owner.
 */
function* lowest(dataDirectory: string): Generator<string> {
  const companies = join(dataDirectory, "companies");
  for (const name of readdirSync(dataDirectory)) yield join(dataDirectory, name);
  for (const id of existsSync(companies) ? readdirSync(companies) : [])
    for (const name of readdirSync(join(companies, id))) yield join(companies, id, name);
}

/** Remaining validity of the certificate of a server with its own TLS, and why the last order failed. */
export function* certificate(system: Db, config: Config, nowMs: number): Generator<Finding> {
  const finding = findingsOf("certificate");
  if (!one(system, "SELECT 1 FROM sqlite_master WHERE name = 'certificate'")) return;
  const state = certificateState({ config, system }, nowMs);
  if (state === null) return;
  const { source, daysLeft, error, isLate } = state;
  if (source === "files" && error !== null) {
    yield finding("error", error, "put a certificate and its key there");
    return;
  }
  const why = error === null ? "" : `: ${error}`;
  const advice =
    source === "authority"
      ? `let ${state.names.join(", ")} resolve to this machine and forward port 80 from outside to TLS_HTTP_PORT; the server tries again when it starts`
      : "replace the files; the server reads them again without a restart";
  if (daysLeft === null) yield finding("error", `there is no certificate yet${why}`, advice);
  else if (daysLeft < 0)
    yield finding("error", `the certificate expired ${-daysLeft} days ago${why}`, advice);
  else if (isLate) yield finding("warning", `the certificate expires in ${daysLeft} days${why}`, advice);
  else if (why) yield finding("warning", `the certificate could not be renewed${why}`, advice);
}
