import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { resealSession } from "#channels/connections/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { listedMedia } from "#operations/backups/run/runs.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { examine } from "./copy-database.ts";
import { BackupError, isRefusal } from "./errors.ts";
import { checkForeignDatabase, checkForeignSession } from "./foreign-file.ts";
import { type ArchiveFile, CompanyManifest, readManifest } from "./manifest.ts";
import { isPlainName } from "./media-files.ts";
import { copyMeasured, unpack } from "./pack.ts";
import { type Reseal, resealDatabase } from "./reseal.ts";
import type { ArchiveReader } from "./tar.ts";

/** An unpacked and verified company. */
export interface Staged {
  readonly manifest: CompanyManifest;
  readonly media: { readonly files: number; readonly bytes: number };
  /** Media that are missing or differ from the manifest; the company works without them. */
  readonly missing: readonly string[];
}

/** `all`: databases and media. `databases`: media are not unpacked. */
export type Scope = "all" | "databases";

/** Maximum bytes of a manifest; with a thousand connections it has less than 1 MB. */
const MAX_MANIFEST = 16 * 1024 * 1024;
/** Maximum number of media that an archive lists but does not contain; with more it is not a copy of a company. */
const MAX_MISSING = 100_000;
const FILE = /^(?:company\.sqlite|media\.jsonl|sessions\/\d{1,15}\/(?:session\.sqlite|linked))$/;

/**
 * Unpacks a company from an archive into a directory with the layout of a company's directory, and verifies hashes, integrity
 * and rows. Throws BackupError with the name of the invalid file.
 */
export async function stageCompany(
  reader: ArchiveReader,
  directory: string,
  scope: Scope,
  onBytes?: (bytes: number) => void,
): Promise<Staged> {
  mkdirSync(join(directory, "media"), { recursive: true, mode: 0o700 });
  const manifest = await companyManifest(reader);
  requireFiles(manifest);
  for (const file of manifest.files)
    await named(file.name, () => stageFile(reader, directory, file, onBytes));
  const path = join(directory, "company.sqlite");
  await named("company.sqlite", () => checkForeignDatabase(path, tenantMigrations));
  const { counts, schema } = await named("company.sqlite", () => examine(path));
  if (schema !== manifest.database.schema)
    throw new BackupError("company.sqlite: is not of the version the manifest says");
  compareCounts(counts, manifest.database.counts);
  const media =
    scope === "all"
      ? await stageMedia(reader, directory, manifest.media, onBytes)
      : { files: 0, bytes: 0, missing: [] as string[] };
  rmSync(join(directory, "media.jsonl"), { force: true });
  const { missing, ...counted } = media;
  return { manifest, media: counted, missing };
}

/** The manifest of an archive. Throws BackupError for a file that is no archive or is of a newer release. */
export async function companyManifest(reader: ArchiveReader): Promise<CompanyManifest> {
  const manifest = readManifest(CompanyManifest, await textOf(reader, "manifest.json"));
  refuseNewer(manifest.database.schema, tenantMigrations);
  return manifest;
}

/** Throws BackupError when an archive lists a file twice, or no database, or no list of its media. */
function requireFiles({ files }: CompanyManifest): void {
  for (const { name } of files)
    if (!FILE.test(name)) throw new BackupError(`${name}: is not a file of a company`);
  const names = new Set(files.map(({ name }) => name));
  if (names.size !== files.length) throw new BackupError("manifest.json lists a file twice");
  for (const name of ["company.sqlite", "media.jsonl"])
    if (!names.has(name)) throw new BackupError(`manifest.json lists no ${name}`);
}

/** Bytes of a company after unpacking. */
export const unpackedBytes = ({ files, media }: CompanyManifest): number =>
  files.reduce((total, { size }) => total + size, media.bytes);

/** Throws BackupError when a database was written by a newer release. */
export function refuseNewer(schema: string, migrations: readonly { readonly name: string }[]): void {
  if (!migrations.some(({ name }) => name === schema))
    throw new BackupError(
      `made by a newer program: it has ${schema}; use that program or a later one`,
      "newer",
    );
}

/** Throws BackupError when a database has fewer rows than the manifest counts. */
export function compareCounts(
  found: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): void {
  for (const [table, count] of Object.entries(expected))
    if (found[table] !== count)
      throw new BackupError(`table ${table} has ${found[table] ?? "no"} rows and should have ${count}`);
}

async function stageFile(
  reader: ArchiveReader,
  directory: string,
  file: ArchiveFile,
  onBytes?: (bytes: number) => void,
): Promise<void> {
  const { name } = file;
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isMark = name.endsWith("/linked");
  const flow = { atMost: file.size, ...(onBytes && { onBytes }) };
  const found = isMark
    ? await copyMeasured(await reader.read(name), path, flow)
    : await unpack(await reader.read(`${name}.zst`), path, flow);
  if (found.sha256 !== file.sha256 || found.size !== file.size)
    throw new BackupError("differs from the manifest");
  if (!name.endsWith("session.sqlite")) return;
  checkForeignSession(path);
  examine(path);
}

/**
 * Unpacks the media. Throws when they are more, or larger, than `promised`, because that much space was reserved for
 * them.
 */
async function stageMedia(
  reader: ArchiveReader,
  directory: string,
  promised: CompanyManifest["media"],
  onBytes?: (bytes: number) => void,
) {
  const missing: string[] = [];
  let files = 0;
  let bytes = 0;
  for await (const file of listedMedia(() => reader.read("media.jsonl.zst"))) {
    if (!isPlainName(file.name)) throw new BackupError(`media.jsonl names ${JSON.stringify(file.name)}`);
    if (files + missing.length >= promised.files || bytes + file.size > promised.bytes)
      throw new BackupError("media.jsonl lists more files than manifest.json");
    const path = join(directory, "media", file.name);
    const found = await reader
      .read(`media/${file.name}`)
      .then((stream) => {
        // Created with its first file, so that a list of missing files creates no directories.
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        return copyMeasured(stream, path, { atMost: file.size, ...(onBytes && { onBytes }) });
      })
      .catch((error: unknown) => {
        if (error instanceof BackupError && !isRefusal(error)) return null;
        throw error;
      });
    if (found?.sha256 !== file.sha256) {
      rmSync(path, { force: true });
      missing.push(file.name);
      if (missing.length > MAX_MISSING)
        throw new BackupError("media.jsonl lists files that are not in the archive");
      continue;
    }
    files += 1;
    bytes += file.size;
  }
  return { files, bytes, missing };
}

/** Re-encrypts the secrets of a staged company with the key of its new installation. */
export function resealStaged(directory: string, manifest: CompanyManifest, reseal: Reseal): void {
  for (const { name } of manifest.files) {
    if (name === "company.sqlite") void alter(join(directory, name), (db) => resealDatabase(db, reseal));
    if (name.endsWith("/session.sqlite"))
      alter(join(directory, name), (db) =>
        resealSession(db, reseal.from.key("whatsapp"), reseal.to.key("whatsapp")),
      );
  }
}

/** Changes a database that no other process has open; leaves no WAL. */
export function alter<T>(path: string, work: (db: Sqlite) => T): T {
  const db = openDatabase(path, { durability: "full" });
  try {
    const answer = work(db);
    db.pragma("journal_mode = DELETE");
    return answer;
  } finally {
    db.close();
  }
}

async function textOf(reader: ArchiveReader, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of await reader.read(name)) {
    size += (piece as Buffer).length;
    if (size > MAX_MANIFEST) throw new BackupError(`${name} is too long`);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Adds the file name to errors. */
async function named<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    const trouble = error instanceof BackupError ? error.trouble : "damaged";
    throw new BackupError(`${name}: ${(error as Error).message}`, trouble);
  }
}
