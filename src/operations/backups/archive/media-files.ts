import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface MediaFileOnDisk {
  /** Relative to the media directory, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Format of the names that the product creates; other files are neither archived nor unpacked. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
/** Unfinished uploads are not media yet. */
const UNFINISHED = "incoming";

/** True for a name that does not lead out of its directory. */
export const isPlainName = (name: string): boolean =>
  name.length <= 400 && name.split("/").every((part) => PLAIN.test(part));

/** The media of a company, directory by directory; files removed meanwhile, and those that `isLeftOut` names, are skipped. */
export function* mediaFiles(
  directory: string,
  folder = "",
  isLeftOut: (name: string) => boolean = () => false,
): Generator<MediaFileOnDisk> {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(join(directory, folder));
  } catch {
    return;
  }
  for (const entry of entries) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && name !== UNFINISHED) yield* mediaFiles(directory, name, isLeftOut);
    if (!entry.isFile() || !isPlainName(name) || name.endsWith(".part") || isLeftOut(name)) continue;
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) yield { name, path, size: found.size };
  }
}

const list = (directory: string) =>
  readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
