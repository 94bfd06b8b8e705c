import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { resealSession } from "#channels/connections/index.ts";
import product from "#package.json" with { type: "json" };
import { companyDirectory } from "#tenants/registry.ts";
import { copyDatabase, type DatabaseFacts } from "./copy-database.ts";
import { type ArchiveFile, type CompanyManifest, FORMAT, type Row } from "./manifest.ts";
import { type MediaFileOnDisk, mediaFiles } from "./media-files.ts";
import { measureFile, pack } from "./pack.ts";
import { type Reseal, resealDatabase } from "./reseal.ts";
import { type LeftOut, type MediaStorage, storedMedia } from "./stored-media.ts";

/** Receives the files of an archive. */
export interface Sink {
  /** A temporary file; it is removed afterwards. */
  put(name: string, path: string): Promise<void>;
  /** A media file of the company, not moved. Returns its hash. */
  keep(file: MediaFileOnDisk): Promise<string>;
}

/** Rows of a company in the system database. */
export interface CompanyRows {
  readonly company: Row;
  readonly plan: Row;
  readonly due: CompanyManifest["due"];
}

export interface CopyOptions {
  readonly dataDirectory: string;
  readonly id: number;
  readonly rows: CompanyRows;
  /** An empty directory on a disk with space for the databases. */
  readonly work: string;
  readonly sink: Sink;
  /** Fingerprint of the key of the secrets in the archive. */
  readonly key: string;
  readonly wrappedKey?: CompanyManifest["wrappedKey"];
  /** Re-encrypts the secrets in the archive with another key. */
  readonly reseal?: Reseal;
  /** Media that are already in the archive. */
  readonly known?: ReadonlyMap<string, ArchiveFile>;
  /** Where media are also stored; null = on this machine alone. */
  readonly media?: MediaStorage | null | undefined;
  /** Called when media could not be copied from the storage into the archive; may throw to stop. */
  readonly onLeftOut?: (files: LeftOut) => void;
  readonly now: () => number;
  /** Called with the bytes read and the total; may throw to stop. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Archives one company consistently while it is in use. Sessions are copied before the database: events that a
 * session had not delivered by then are delivered again after a restore and deduplicated by id, so none is lost
 * between the two copies; media are copied last, so every file that a row names is included. Throws BackupError when
 * a file of it is damaged.
 */
export async function copyCompany(options: CopyOptions): Promise<CompanyManifest> {
  const { dataDirectory, id, rows, work, now } = options;
  const madeAt = new Date(now()).toISOString();
  const directory = companyDirectory(dataDirectory, id);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const progress = createProgress(directory, options.onProgress);
  const files: ArchiveFile[] = [];
  for (const connection of sessionsOf(directory)) {
    const { from, name } = { from: join(directory, "sessions", connection), name: `sessions/${connection}` };
    files.push((await putSession(options, join(from, "session.sqlite"), `${name}/session.sqlite`)).file);
    progress.add(join(from, "session.sqlite"));
    const mark = join(from, "linked");
    if (existsSync(mark)) files.push(await putEmpty(options, `${name}/linked`));
  }
  const source = join(directory, "company.sqlite");
  const { file, facts } = await putDatabase(options, source, "company.sqlite");
  files.push(file);
  progress.add(source);
  const { listing, media } = await putMedia(options, join(directory, "media"), progress.bytes);
  files.push(listing);
  return {
    format: FORMAT,
    product: product.version,
    madeAt,
    key: options.key,
    wrappedKey: options.wrappedKey ?? null,
    ...rows,
    due: [...rows.due],
    database: { schema: facts.schema, counts: { ...facts.counts } },
    files,
    media,
  };
}

function sessionsOf(directory: string): readonly string[] {
  const sessions = join(directory, "sessions");
  if (!existsSync(sessions)) return [];
  return readdirSync(sessions)
    .filter((name) => /^\d+$/.test(name) && existsSync(join(sessions, name, "session.sqlite")))
    .sort();
}

type Put = { readonly file: ArchiveFile; readonly facts: DatabaseFacts };

const putDatabase = (options: CopyOptions, from: string, name: string): Promise<Put> =>
  putCopy(options, from, name, (reseal) => (db) => resealDatabase(db, reseal));
const putSession = (options: CopyOptions, from: string, name: string): Promise<Put> =>
  putCopy(
    options,
    from,
    name,
    (reseal) => (db) => resealSession(db, reseal.from.key("whatsapp"), reseal.to.key("whatsapp")),
  );

async function putCopy(
  { work, sink, reseal }: CopyOptions,
  from: string,
  name: string,
  alter: (reseal: Reseal) => Parameters<typeof copyDatabase>[2],
): Promise<Put> {
  const copy = join(work, "copy.sqlite");
  const packed = join(work, "packed");
  try {
    const facts = copyDatabase(from, copy, reseal && alter(reseal));
    const measured = await pack(copy, packed);
    await sink.put(`${name}.zst`, packed);
    return { file: { name, ...measured }, facts };
  } finally {
    for (const path of [copy, `${copy}-wal`, `${copy}-shm`, packed]) rmSync(path, { force: true });
  }
}

async function putEmpty({ work, sink }: CopyOptions, name: string): Promise<ArchiveFile> {
  const path = join(work, "mark");
  await Bun.write(path, "");
  await sink.put(name, path);
  rmSync(path, { force: true });
  return { name, ...(await measureNothing()) };
}

const measureNothing = async () => ({
  size: 0,
  sha256: new Bun.CryptoHasher("sha256").update("").digest("hex"),
});

async function putMedia(
  { work, sink, known, id, dataDirectory, media: storage, onLeftOut }: CopyOptions,
  directory: string,
  onBytes: (bytes: number) => void,
): Promise<{ listing: ArchiveFile; media: CompanyManifest["media"] }> {
  const list = join(work, "media.jsonl");
  const packed = join(work, "packed");
  const media = { files: 0, bytes: 0 };
  const done = new Set<string>();
  const line = ({ name, size, sha256 }: ArchiveFile): string => {
    media.files += 1;
    media.bytes += size;
    return `${JSON.stringify({ name, size, sha256 })}\n`;
  };
  async function* lines(): AsyncGenerator<string> {
    for (const { name, path, size } of mediaFiles(directory)) {
      const before = known?.get(name);
      const sha256 = before?.size === size ? before.sha256 : await copyFile(sink, { name, path, size });
      onBytes(size);
      if (sha256 === null) continue;
      if (storage) done.add(name);
      yield line({ name, size, sha256 });
    }
    if (!storage) return;
    const leftOut: LeftOut = { missing: 0, away: 0, reason: null };
    const database = join(companyDirectory(dataDirectory, id), "company.sqlite");
    for await (const file of storedMedia({ id, database, work, storage, done, known, leftOut }))
      yield line("sha256" in file ? file : { ...file, sha256: await sink.keep(file) });
    if (leftOut.missing + leftOut.away > 0) onLeftOut?.(leftOut);
  }
  try {
    await pipeline(lines, createWriteStream(list, { mode: 0o600 }));
    const measured = await pack(list, packed);
    await sink.put("media.jsonl.zst", packed);
    return { listing: { name: "media.jsonl", ...measured }, media };
  } finally {
    for (const path of [list, packed]) rmSync(path, { force: true });
  }
}

/** Null when the file was deleted before it could be copied. */
async function copyFile(sink: Sink, file: MediaFileOnDisk): Promise<string | null> {
  try {
    return await sink.keep(file);
  } catch (error) {
    if (!existsSync(file.path)) return null;
    throw error;
  }
}

function createProgress(directory: string, tell: CopyOptions["onProgress"]) {
  let total = 0;
  let done = 0;
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (tell) {
    total += sizeOf(join(directory, "company.sqlite"));
    for (const connection of sessionsOf(directory))
      total += sizeOf(join(directory, "sessions", connection, "session.sqlite"));
    for (const { size } of mediaFiles(join(directory, "media"))) total += size;
  }
  const bytes = (more: number) => {
    done += more;
    tell?.(Math.min(done, total), total);
  };
  return { bytes, add: (path: string) => bytes(sizeOf(path)) };
}

/** Hash of a media file, for sinks that copy it themselves. */
export const hashOf = async (path: string): Promise<string> => (await measureFile(path)).sha256;
