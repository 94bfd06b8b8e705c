import { BackupError } from "#operations/backups/archive/errors.ts";
import { companyManifest, unpackedBytes } from "#operations/backups/archive/stage.ts";
import { openTar } from "#operations/backups/archive/tar.ts";
import type { StagedImport } from "#operations/backups/subprocess/protocol.ts";
import type { ArchiveContent } from "./contract.ts";
import { type StageOptions, stageImport } from "./import-company.ts";

/** Reads the manifest of an archive. Throws BackupError when it is not an export of a company. */
export async function inspectArchive(path: string): Promise<ArchiveContent> {
  const manifest = await companyManifest(await openTar(path));
  if (!manifest.wrappedKey)
    throw new BackupError("this archive has no key, so it is not an export of a company", "not-archive");
  const { company, plan, database, media, product, madeAt } = manifest;
  const count = (table: string) => database.counts[table] ?? 0;
  return {
    name: String(company["name"]),
    plan: String(plan["name"]),
    product,
    madeAt,
    users: count("user"),
    connections: count("connection"),
    contacts: count("contact"),
    tickets: count("ticket"),
    messages: count("message"),
    mediaFiles: media.files,
    bytes: unpackedBytes(manifest),
  };
}

/** Unpacks a company from its archive and reports progress. Throws BackupError. */
export async function unpackCompany(
  options: Omit<StageOptions, "onBytes"> & {
    readonly onProgress: (done: number, total: number) => void;
  },
): Promise<StagedImport> {
  const total = unpackedBytes(await companyManifest(await openTar(options.path)));
  let done = 0;
  const { manifest, media, missing } = await stageImport({
    ...options,
    onBytes(bytes) {
      done += bytes;
      options.onProgress(done, total);
    },
  });
  return { manifest, media, missing: missing.length };
}
