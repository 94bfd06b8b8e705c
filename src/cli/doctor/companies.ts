import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { databaseFile } from "./database-file.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { keyFits } from "./key.ts";
import { media } from "./media.ts";
import { type Partner, partnersOf } from "./partner-rows.ts";
import { sessions } from "./sessions.ts";

/**
 * A row further in the future than this was written with a wrong clock, ms; clocks of phones differ only by seconds.
 */
const FUTURE_MS = 10 * 60_000;

/** Outside systems that companies call, and ids of companies with pending migrations. */
export interface Reached {
  /** Channels of their connections. */
  readonly channels: Set<string>;
  readonly partners: Partner[];
  /** Companies whose migrations are pending. */
  readonly pending: number[];
}

/** One finding for all companies with pending migrations: after an upgrade there are hundreds. */
export function* pendingCompanies(pending: readonly number[], all: number): Generator<Finding> {
  const [first] = pending;
  if (first === undefined) return;
  const which = pending.length === 1 ? `company ${first} was` : `${pending.length} of ${all} companies were`;
  yield findingsOf("database")(
    "warning",
    `${which} written by an older release, migrations are pending`,
    "they run when a company is opened; balcao migrate runs all of them now, with the server stopped",
  );
}

/** Checks one company: database, files and sessions. Adds the outside systems it calls to `reached`. */
export function* company(
  config: Config,
  id: number,
  secrets: Secrets | null,
  nowMs: number,
  reached: Reached,
): Generator<Finding> {
  const dataDirectory = config.dataDir;
  const directory = companyDirectory(dataDirectory, id);
  const path = join(directory, "company.sqlite");
  const cure = `the company is closed, the others are available: balcao restore --company ${id} --overwrite, with the server stopped`;
  yield* databaseFile(
    {
      path,
      check: "database",
      company: id,
      migrations: tenantMigrations,
      cure,
      onPending: () => reached.pending.push(id),
    },
    function* (db) {
      if (secrets) yield* keyFits(db, secrets, path, id);
      yield* future(db, id, nowMs);
      yield* media(db, directory, id, nowMs);
      yield* sessions(db, directory, id, secrets);
      const rows = db.prepare("SELECT DISTINCT channel FROM connection WHERE deleted_at IS NULL").all();
      for (const { channel } of rows as { channel: string }[]) reached.channels.add(channel);
      reached.partners.push(...partnersOf(db, id, config, secrets));
    },
  );
}

function* future(db: Sqlite, id: number, nowMs: number): Generator<Finding> {
  const newest = db.prepare("SELECT updated_at AS at FROM message ORDER BY id DESC LIMIT 1").get() as
    | { at: number }
    | undefined;
  if (newest && newest.at > nowMs + FUTURE_MS)
    yield findingsOf("clock", id)(
      "error",
      `the newest message was written at ${new Date(newest.at).toISOString()}, which is in the future`,
      "correct the clock of this machine (timedatectl); it was wrong then or is wrong now",
    );
}

/** Directories of companies that are not in the system database. */
export function* strayCompanies(dataDirectory: string, known: readonly number[]): Generator<Finding> {
  const folder = join(dataDirectory, "companies");
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!known.includes(Number(name)))
      yield findingsOf("database")(
        "warning",
        `${join(folder, name)} belongs to no company`,
        "a restore of an older system file leaves such directories: copy it to a safe place, then remove it",
      );
}
