import { join } from "node:path";
import { copyCompany, hashOf, type Sink } from "#operations/backups/archive/copy-company.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { ArchiveFile, CompanyOutcome, RunManifest } from "#operations/backups/archive/manifest.ts";
import { fingerprint } from "#operations/backups/archive/passphrase.ts";
import type { LeftOut } from "#operations/backups/archive/stored-media.ts";
import { companyRows, withSystem } from "#operations/backups/archive/system-rows.ts";
import type { Store } from "#operations/backups/store/store.ts";
import type { BackUpOptions } from "./back-up.ts";
import { companyFolder, hasCompany, listedMedia, mediaFolder } from "./runs.ts";

interface One {
  readonly id: number;
  readonly name: string;
  readonly stamp: string;
  readonly work: string;
  readonly known: ReadonlyMap<string, ArchiveFile>;
}

/** Stores one company; an error is reported and does not stop the other companies. */
export async function backUpCompany(
  options: Pick<BackUpOptions, "dataDirectory" | "store" | "secrets" | "now" | "media">,
  { id, name, stamp, work, known }: One,
): Promise<CompanyOutcome> {
  const { store, dataDirectory, secrets, now, media } = options;
  const folder = companyFolder(stamp, id);
  const sink: Sink = {
    put: (file, path) => store.put(`${folder}/${file}`, path),
    async keep(file) {
      const sha256 = await hashOf(file.path);
      await store.putUnchanging(`${mediaFolder(id)}/${file.name}`, file.path);
      return sha256;
    },
  };
  let leftOut: LeftOut | undefined;
  try {
    const rows = withSystem(dataDirectory, (system) => companyRows(system, id));
    const manifest = await copyCompany({
      dataDirectory,
      id,
      rows,
      work: join(work, String(id)),
      sink,
      key: fingerprint(secrets),
      known,
      media,
      onLeftOut(files) {
        leftOut = files;
      },
      now,
    });
    const path = join(work, "company.json");
    await Bun.write(path, JSON.stringify(manifest, null, 1));
    await store.put(`${folder}/manifest.json`, path);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, manifest.media.bytes);
    return { id, name, error: null, bytes, ...(leftOut && { leftOut }) };
  } catch (error) {
    return { id, name, error: (error as Error).message, bytes: 0 };
  }
}

/** Media of the company's last backup that are still in the store. */
export async function knownMedia(
  store: Store,
  earlier: readonly RunManifest[],
  id: number,
): Promise<ReadonlyMap<string, ArchiveFile>> {
  const run = earlier.find((one) => hasCompany(one, id));
  const known = new Map<string, ArchiveFile>();
  if (!run) return known;
  const folder = `${mediaFolder(id)}/`;
  const there = new Map<string, number>();
  for await (const { name, size } of store.list(folder)) there.set(name.slice(folder.length), size);
  const listing = `${companyFolder(run.stamp, id)}/media.jsonl.zst`;
  try {
    for await (const file of listedMedia(() => store.read(listing)))
      if (there.get(file.name) === file.size) known.set(file.name, file);
  } catch (error) {
    // The last backup is damaged: its media are stored again.
    if (!(error instanceof BackupError)) throw error;
  }
  return known;
}
