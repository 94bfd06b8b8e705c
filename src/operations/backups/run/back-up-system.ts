import { join } from "node:path";
import { hashOf } from "#operations/backups/archive/copy-company.ts";
import { copyDatabase } from "#operations/backups/archive/copy-database.ts";
import type { ArchiveFile, RunManifest } from "#operations/backups/archive/manifest.ts";
import { mediaFiles } from "#operations/backups/archive/media-files.ts";
import { pack } from "#operations/backups/archive/pack.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { PICTURES, runFolder } from "./runs.ts";

/** Stores the system database. */
export async function copySystem(
  dataDirectory: string,
  stamp: string,
  work: string,
  store: Store,
): Promise<NonNullable<RunManifest["system"]>> {
  const copy = join(work, "system.sqlite");
  const { schema, counts } = copyDatabase(join(dataDirectory, "system.sqlite"), copy);
  const measured = await pack(copy, `${copy}.zst`);
  await store.put(`${runFolder(stamp)}/system.sqlite.zst`, `${copy}.zst`);
  return { file: { name: "system.sqlite", ...measured }, database: { schema, counts: { ...counts } } };
}

/** Stores the pictures of announcements that are not in the store yet. */
export async function copyPictures(
  dataDirectory: string,
  store: Store,
  earlier: readonly RunManifest[],
): Promise<readonly ArchiveFile[]> {
  const known = new Map(
    earlier.flatMap(({ pictures }) => pictures.map((file) => [file.name, file] as const)),
  );
  const found: ArchiveFile[] = [];
  for (const { name, path, size } of mediaFiles(join(dataDirectory, "announcements"))) {
    const before = known.get(name);
    if (before?.size === size) {
      found.push(before);
      continue;
    }
    const sha256 = await hashOf(path);
    await store.putUnchanging(`${PICTURES}/${name}`, path);
    found.push({ name, size, sha256 });
  }
  return found;
}
