import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { ShippedPages, ShippedPath } from "./capture.ts";
import { createFileCapture } from "./file-capture.ts";

/** The files of a folder that was moved into place. */
export interface MovedFolder {
  readonly databases: readonly ShippedPath[];
  readonly smallFiles: readonly ShippedPath[];
}

/** Media have their own storage. SQLite's files beside a database are captured with the database. */
const NOT_SHIPPED = /(?:^|\/)media\/|-(?:wal|shm)$|\.(?:part|new)$/;

/** The files of a folder, at any depth, that belong into the log. */
export function filesOfFolder(directory: string, folder: ShippedPath): MovedFolder {
  const paths = readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !NOT_SHIPPED.test(path))
    .sort();
  return {
    databases: paths.filter((path) => path.endsWith(".sqlite")),
    smallFiles: paths.filter((path) => !path.endsWith(".sqlite")),
  };
}

/** A whole database file that no handle of this process has open. Throws SQLite's error for a damaged file. */
export function takeClosed(directory: string, path: ShippedPath): ShippedPages | undefined {
  const client = new Database(join(directory, path), { fileMustExist: true });
  const file = createFileCapture({ path, client });
  try {
    return file.take();
  } finally {
    file.close();
    client.close();
  }
}
