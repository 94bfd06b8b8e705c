import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** A file of a data directory that belongs to its cell. */
export interface CellFile {
  /** Relative to the data directory, with `/`. */
  readonly path: string;
  readonly kind: "database" | "small";
}

/** Files that belong to SQLite, unfinished ones, and the copies that an upgrade keeps on its machine. */
const LEFT_OUT = /(?:-wal|-shm|-journal|\.new|\.part|\.before-[^/]*)$/;

/** Folders with a folder for each company: `bin` has removed ones for 30 days, `moved` those that another cell has now. */
const COMPANIES = ["companies", "bin", "moved"];

/** The files that carry state: databases and small files beside them; no media, locks, keys, backups or unfinished work. */
export function* cellFiles(directory: string): Generator<CellFile> {
  if (entriesOf(directory).some(({ name }) => name === "system.sqlite"))
    yield { path: "system.sqlite", kind: "database" };
  for (const folder of [...COMPANIES, "announcements"]) yield* below(directory, folder);
}

function* below(directory: string, folder: string): Generator<CellFile> {
  const [parent = "", name, ...deeper] = folder.split("/");
  const isCompany = COMPANIES.includes(parent) && name !== undefined && deeper.length === 0;
  for (const entry of entriesOf(join(directory, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!(isCompany && entry.name === "media")) yield* below(directory, path);
      continue;
    }
    if (!entry.isFile() || LEFT_OUT.test(entry.name)) continue;
    yield { path, kind: entry.name.endsWith(".sqlite") ? "database" : "small" };
  }
}

/** A folder that was removed meanwhile is empty. */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
