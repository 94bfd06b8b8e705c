import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditCommand } from "#accounts/audit/index.ts";
import { checkDatabases } from "#cluster/archive/check-databases.ts";
import { type OpenArchive, openArchive } from "#cluster/archive/open-archive.ts";
import { restorePoint } from "#cluster/archive/restore-point.ts";
import type { Config } from "#config.ts";
import { jobNames } from "#features.ts";
import {
  carryErasures,
  placeArchivedCompany,
  putInPlace,
  replacedDataNotice,
  withDraftFile,
} from "#operations/backups/index.ts";
import { parseInstant } from "#platform/dates.ts";
import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { queryOne } from "#platform/db/query.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { repeatErasures, takenInWords } from "./after-restore.ts";
import { CommandError } from "./command.ts";
import { withInstallation } from "./data-directory.ts";
import { holdCompanyDirectory, holdInstallation } from "./hold-restored.ts";
import { counted } from "./in-words.ts";
import * as sql from "./restore-archive.sql.ts";

export interface ArchiveRestore {
  /** The wanted moment as typed; undefined = now. */
  readonly at: string | undefined;
  readonly company: number | undefined;
  readonly dryRun: boolean;
  readonly overwrite: boolean;
}

/** The gap between the wanted and the reached moment that is worth a warning, ms. */
const QUIET_MS = 60_000;

/** `balcao restore --archive`: the whole installation, or one company, as it was at one second. Returns the exit code. */
export async function restoreFromArchive(config: Config, wanted: ArchiveRestore): Promise<number> {
  const atMs = momentOf(config, wanted.at);
  if (wanted.at !== undefined) console.log(`wanted: ${new Date(atMs).toISOString()}`);
  const archive = openArchive(config);
  const { company, dryRun, overwrite } = wanted;
  const isThere = existsSync(join(config.dataDir, "system.sqlite"));
  if (!dryRun && !overwrite && company === undefined && isThere)
    throw new CommandError(`${config.dataDir} has an installation already; --overwrite moves its data aside`);
  const work = withDraftFile(config.dataDir, "restore");
  try {
    const staged = join(work.path, "files");
    mkdirSync(staged, { mode: 0o700 });
    const problems = await stage(archive, { atMs, company, staged });
    if (dryRun) return finish(problems, "dry run: nothing was changed");
    if (problems.length > 0) throw new CommandError(`${problems.join("\n")}\nnothing was changed`);
    if (company === undefined) problems.push(...(await placeAll(config, archive, staged)));
    else problems.push(...(await placeOne(staged, company, overwrite)));
    problems.push(...(await repeatErasures(company)));
    auditCommand(config.dataDir, {
      kind: company === undefined ? "backup" : "company",
      action: "restored",
      command: "balcao restore --archive",
      companyId: company ?? null,
      details: { reason: new Date(atMs).toISOString() },
    });
    return finish(problems, "restored");
  } finally {
    work.remove();
  }
}

/**
 * ISO with a zone, or `YYYY-MM-DD HH:mm[:ss]` in the time zone of the server. Throws CommandError, also for a time in the
 * future.
 */
export function momentOf({ timeZone }: Pick<Config, "timeZone">, at: string | undefined): number {
  if (at === undefined) return Date.now();
  const atMs = parseInstant(at, timeZone);
  if (atMs === undefined)
    throw new CommandError(`${at} is not a time: write "2026-11-20 14:03" or 2026-11-20T17:03:00Z`);
  if (atMs > Date.now())
    throw new CommandError(
      `${new Date(atMs).toISOString()} is in the future: ${at} was read in the time zone ${timeZone} (TZ), in which it is ${inZone(timeZone)} now. Write a zone: 2026-11-20T17:03:00Z`,
    );
  // The restored state includes the whole named second. A time without seconds means the first second of its minute.
  return atMs + 999;
}

/** The present time of a zone, as an operator types it. */
const inZone = (timeZone: string): string =>
  new Date().toLocaleString("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });

async function stage(
  { store, seal, batchSeal, cell }: OpenArchive,
  { atMs, company, staged }: { atMs: number; company: number | undefined; staged: string },
): Promise<string[]> {
  const folder = `companies/${company}/`;
  const point = await restorePoint({
    store,
    seal,
    batchSeal,
    cell,
    atMs,
    directory: staged,
    onLine: console.log,
    ...(company !== undefined && {
      isWanted: (path: string) => path === "system.sqlite" || path.startsWith(folder),
    }),
  });
  // The position is only needed while the copy is being made.
  rmSync(join(staged, "position"), { force: true });
  console.log(
    `${counted(point.batches, "batch", "batches")} applied; the last change is of ${new Date(point.reachedMs).toISOString()}`,
  );
  if (point.gap !== null) console.error(`the archive is interrupted behind that: ${point.gap}`);
  else if (atMs - point.reachedMs > QUIET_MS)
    console.log("there was no change between then and the wanted time");
  if (company !== undefined && !existsSync(join(staged, folder, "company.sqlite")))
    throw new CommandError(`company ${company} did not exist at that time`);
  return checkDatabases(staged).map(({ path, what }) => `${path}: ${what}`);
}

const companiesIn = (directory: string): readonly string[] =>
  existsSync(join(directory, "companies"))
    ? readdirSync(join(directory, "companies")).map((name) => join(directory, "companies", name))
    : [];

async function placeAll(config: Config, archive: OpenArchive, staged: string): Promise<readonly string[]> {
  const unlock = lockDirectory(config.dataDir);
  try {
    const problems = await copyErasures(config, archive, staged);
    holdInstallation(staged);
    const aside = putInPlace({ dataDirectory: config.dataDir, now: Date.now }, staged);
    if (aside !== null) {
      keepMedia(aside, config.dataDir);
      console.log(replacedDataNotice(aside));
    }
    return problems;
  } finally {
    unlock();
  }
}

/**
 * Copies the erasures made after the wanted moment from the installation that is replaced or, without one, from the end of the
 * archive.
 */
async function copyErasures(
  { dataDir }: Config,
  { store, seal, batchSeal, cell }: OpenArchive,
  staged: string,
): Promise<readonly string[]> {
  const target = join(staged, "system.sqlite");
  const here = join(dataDir, "system.sqlite");
  if (existsSync(here)) return carryErasures(here, target, Date.now());
  const newest = withDraftFile(dataDir, "restore");
  try {
    const directory = newest.path;
    const isWanted = (path: string) => path === "system.sqlite";
    await restorePoint({ store, seal, batchSeal, cell, atMs: Date.now(), directory, isWanted });
    return carryErasures(join(directory, "system.sqlite"), target, Date.now());
  } finally {
    newest.remove();
  }
}

/** Media never change, so the restored companies use the files on this machine. */
function keepMedia(aside: string, dataDirectory: string): void {
  for (const directory of companiesIn(dataDirectory)) {
    const name = directory.slice(join(dataDirectory, "companies").length + 1);
    const media = join(aside, "companies", name, "media");
    if (existsSync(media) && !existsSync(join(directory, "media")))
      renameSync(media, join(directory, "media"));
  }
}

function placeOne(staged: string, id: number, overwrite: boolean): Promise<readonly string[]> {
  const rows = archivedRows(join(staged, "system.sqlite"), id);
  const directory = join(staged, "companies", String(id));
  return withInstallation(async (installation) => {
    holdCompanyDirectory(directory);
    const { placed, aside } = await placeArchivedCompany(installation, {
      id,
      staged: directory,
      rows,
      overwrite,
      jobs: jobNames(),
    });
    if (aside !== null) console.log(replacedDataNotice(aside));
    return takenInWords(placed);
  });
}

function archivedRows(path: string, id: number): Parameters<typeof placeArchivedCompany>[1]["rows"] {
  const client = openDatabase(path, { durability: "normal" });
  try {
    const company = queryOne(typed(client), sql.company, { id });
    const plan = company && queryOne(typed(client), sql.plan, { id: Number(company["plan_id"]) });
    if (!company || !plan) throw new CommandError(`the archive has no row of company ${id} at that time`);
    return { company, plan };
  } finally {
    client.close();
  }
}

function finish(problems: readonly string[], what: string): number {
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? what : `${what}, with ${counted(problems.length, "problem")}`);
  return problems.length === 0 ? 0 : 1;
}
