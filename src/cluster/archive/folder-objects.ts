import { closeSync, type Dirent, fsyncSync, linkSync, mkdirSync, openSync } from "node:fs";
import { open, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { newUuid } from "#platform/ids.ts";
import { ArchiveError, type ListedObject, type ObjectStore } from "./objects.ts";

/** Ending of files that are not complete yet; they are no objects. */
const UNFINISHED = ".part";

/** An archive in a folder, which should be on another machine or disk. */
export function folderObjects(root: string): ObjectStore {
  const pathOf = (name: string) => join(root, name);
  const failed = (error: unknown): ArchiveError =>
    new ArchiveError(`${root}: ${(error as Error).message}; check ARCHIVE_DIR`);
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failed(error);
    }
  };
  return {
    place: root,
    create: (name, bytes) => attempt(() => createFile(pathOf(name), bytes)),
    read: (name) =>
      attempt(async () => {
        try {
          return await readFile(pathOf(name));
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    async *list(prefix) {
      const from = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : "";
      try {
        for await (const object of below(root, pathOf(from)))
          if (object.name.startsWith(prefix)) yield object;
      } catch (error) {
        throw error instanceof ArchiveError ? error : failed(error);
      }
    },
    remove: (name) =>
      attempt(async () => {
        await rm(pathOf(name), { force: true });
        await removeEmpty(root, dirname(pathOf(name)));
      }),
  };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

/** A hard link fails when the name exists, so the complete file appears under its name or not at all. */
async function createFile(path: string, bytes: Uint8Array): Promise<"created" | "exists"> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${newUuid()}${UNFINISHED}`;
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    linkSync(beside, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "exists";
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
  syncDirectory(dirname(path));
  return "created";
}

function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

async function* below(root: string, directory: string): AsyncGenerator<ListedObject> {
  const entries = await entriesOf(directory);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* below(root, path);
    if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found) yield { name: relative(root, path), size: found.size };
  }
}

/** Empty when the folder does not exist; an unreadable folder is an error. */
async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A folder that receives a file at the same moment is not empty and stays. */
async function removeEmpty(root: string, directory: string): Promise<void> {
  for (let at = directory; at.startsWith(root) && at !== root; at = dirname(at))
    try {
      await rmdir(at);
    } catch {
      return;
    }
}
