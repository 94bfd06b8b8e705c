import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { ARCHIVE_POSITION, DirectoryInUse, lockDirectory } from "./lock.ts";

/**
 * Opens system.sqlite so that a command can write a row, also beside a running server. The command never checkpoints: a running
 * server does, because a cluster or an archive must have each commit first. Without a server the archive begins with a new
 * snapshot.
 */
export function withSystemFile(dataDirectory: string, work: (client: Sqlite) => void): void {
  const unlock = lockForArchive(dataDirectory);
  try {
    const client = openDatabase(join(dataDirectory, "system.sqlite"), {
      durability: "full",
      checkpoints: "never",
    });
    try {
      work(client);
    } finally {
      client.close();
    }
  } finally {
    unlock?.();
  }
}

/** Locks a directory that has a continuous archive; undefined without an archive, and while a server runs. */
function lockForArchive(dataDirectory: string): (() => void) | undefined {
  if (!existsSync(join(dataDirectory, ARCHIVE_POSITION))) return undefined;
  try {
    return lockDirectory(dataDirectory);
  } catch (error) {
    if (error instanceof DirectoryInUse) return undefined;
    throw error;
  }
}
