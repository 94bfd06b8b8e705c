import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isSealedWith } from "#channels/connections/index.ts";
import type { Config } from "#config.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { mediaFiles } from "#operations/backups/index.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { databaseFile } from "./database-file.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { keyFits } from "./key.ts";
import { type Partner, partnersOf } from "./partner-rows.ts";

/** A file is written before its row: files younger than this are not checked, ms. */
const YOUNG_MS = 60 * 60_000;

/** Files without a row, and rows without their file. */
function* media(
  db: Sqlite,
  directory: string,
  company: number,
  { nowMs, isCache }: { readonly nowMs: number; readonly isCache: boolean },
): Generator<Finding> {
  const finding = findingsOf("media", company);
  const folder = join(directory, "media");
  const named = db.prepare("SELECT 1 FROM media_file WHERE path = ?");
  const strays: string[] = [];
  let bytes = 0;
  for (const { name, path, size } of mediaFiles(folder)) {
    // A recording has a converted file beside it.
    if (named.get(name) || (name.endsWith(".ogg") && named.get(name.slice(0, -4)))) continue;
    if (nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) < YOUNG_MS) continue;
    strays.push(path);
    bytes += size;
  }
  if (strays[0] !== undefined)
    yield finding(
      "warning",
      `${strays.length} files (${(bytes / 1e6).toFixed(1)} MB) belong to no message, the first is ${strays[0]}`,
      "no user can open them; the server removes them within three nights",
    );
  // Files that are not on this machine are in the bucket or object store; `balcao_media_missing` counts files that are missing
  // everywhere.
  if (isCache) return;
  const stored = db.prepare("SELECT path FROM media_file WHERE state = 'stored' AND path IS NOT NULL");
  const gone = (stored.all() as { path: string }[])
    .map(({ path }) => path)
    // The row is looked up again: the server may have deleted row and file since the query.
    .filter((path) => !existsSync(join(folder, path)) && named.get(path));
  if (gone[0] !== undefined)
    yield finding(
      "warning",
      `${gone.length} files of messages are missing, the first is ${join(folder, gone[0])}`,
      `copy them from a backup: balcao backup verify checks it, balcao restore --company ${company} restores the company`,
    );
}

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
      const isCache = config.mediaBucket !== null || config.clusterNatsUrls !== null;
      yield* media(db, directory, id, { nowMs, isCache });
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

/** Session files of linked numbers: intact, encrypted by this installation, and each with an existing connection. */
function* sessions(
  db: Sqlite,
  directory: string,
  company: number,
  secrets: Secrets | null,
): Generator<Finding> {
  const finding = findingsOf("sessions", company);
  const folder = join(directory, "sessions");
  const exists = db.prepare("SELECT 1 FROM connection WHERE id = ? AND deleted_at IS NULL");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name, "session.sqlite");
    if (!exists.get(Number(name)))
      yield finding(
        "warning",
        `${join(folder, name)} belongs to no connection`,
        "it contains the keys of a WhatsApp number: unlink the device on that phone, then remove the directory",
      );
    else if (existsSync(path))
      yield* databaseFile(
        {
          path,
          check: "sessions",
          company,
          cure: `balcao restore --company ${company} --overwrite, or remove ${join(folder, name)} and link the number again`,
        },
        function* (session) {
          if (secrets && isSealedWith(session, secrets.key("whatsapp")) === false)
            yield finding(
              "error",
              `${path} was encrypted with another installation key`,
              "restore the secret.key (or APP_SECRET) that belongs to this data, or link the number again",
            );
        },
      );
  }
}
