import type { Readable } from "node:stream";
import { companyFolder, mediaFolder } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";

/** Reads an archive of one company: `manifest.json`, `company.sqlite.zst`, `media/2026-11/…`. */
export interface ArchiveReader {
  /** Throws BackupError when there is no such file in it. */
  read(name: string): Promise<Readable>;
}

/** The archive of a company inside a backup. */
export const inBackup = (store: Store, stamp: string, id: number): ArchiveReader => ({
  read: (name) =>
    store.read(
      name.startsWith("media/")
        ? `${mediaFolder(id)}/${name.slice("media/".length)}`
        : `${companyFolder(stamp, id)}/${name}`,
    ),
});
