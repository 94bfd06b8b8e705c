import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Companies whose database was not closed by the last process: its WAL still exists. Only
 * meaningful before anything is opened.
 */
export function findUncleanShutdowns(dataDirectory: string): readonly number[] {
  const directory = join(dataDirectory, "companies");
  const ids = names(directory).filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => sizeOf(join(directory, id, "company.sqlite-wal")) > 0).map(Number);
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
