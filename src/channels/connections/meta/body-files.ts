import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Names of the files of a folder with this end; none when the folder does not exist. */
export function filesIn(directory: string, end: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(end));
  } catch {
    return [];
  }
}

/** Bytes of the files of a folder with this end. */
export const bytesOf = (directory: string, end: string): number =>
  filesIn(directory, end).reduce((sum, name) => sum + (factsOf(join(directory, name))?.size ?? 0), 0);

/** When a file was last written, ms; null when it does not exist. */
export const writtenMs = (path: string): number | null => factsOf(path)?.mtimeMs ?? null;

const factsOf = (path: string) => statSync(path, { throwIfNoEntry: false });
