import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import type { ShippedPath } from "#platform/db/ship/capture.ts";
import { cellFiles } from "./cell-files.ts";
import { readPlainFile } from "./plain-file.ts";
import { type DatabaseReader, readDatabase } from "./read-database.ts";

const PIECE_BYTES = 1024 * 1024;

export interface FileHashes {
  /** SHA-256 of the content of each database, in hex. */
  readonly hashes: Readonly<Record<ShippedPath, string>>;
  /** Databases in which SQLite found damage; only with `isOpen`. They have no hash. */
  readonly damaged: readonly ShippedPath[];
}

/**
 * Hashes of all databases of a directory. `isOpen`: a server has them open, so they are read under a read transaction and
 * checked by SQLite first; without it the files are read as they are on the disk. Runs in its own process (see
 * `readDatabase`).
 */
export function hashFiles(directory: string, isOpen: boolean): FileHashes {
  const hashes: Record<ShippedPath, string> = {};
  const damaged: ShippedPath[] = [];
  for (const { path, kind } of cellFiles(directory)) {
    const name = join(directory, path);
    if (kind === "small" || !existsSync(name)) continue;
    try {
      if (isOpen && !isSound(name)) damaged.push(path);
      else hashes[path] = hashOf(isOpen ? readDatabase(name) : readPlainFile(name));
    } catch (error) {
      // A file that was removed meanwhile.
      if (existsSync(name)) throw error;
    }
  }
  return { hashes, damaged };
}

function isSound(name: string): boolean {
  const db = openDatabase(name, { durability: "normal", readonly: true });
  try {
    return db.pragma("integrity_check(1)", { simple: true }) === "ok";
  } catch {
    return false;
  } finally {
    db.close();
  }
}

function hashOf(file: DatabaseReader): string {
  try {
    const hasher = new Bun.CryptoHasher("sha256");
    for (let at = 0; at < file.bytes; at += PIECE_BYTES) hasher.update(file.read(at, PIECE_BYTES));
    return hasher.digest("hex");
  } finally {
    file.close();
  }
}
