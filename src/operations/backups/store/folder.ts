import {
  copyFileSync,
  createReadStream,
  type Dirent,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { sync } from "#operations/backups/archive/pack.ts";
import type { Store, StoredObject } from "./store.ts";

/** Backups in a folder of this machine. On the same disk media need no extra space: they are hard links. */
export function folderStore(root: string): Store {
  const pathOf = (name: string) => join(root, name);
  const put = async (name: string, from: string): Promise<void> => {
    const path = pathOf(name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    copyFileSync(from, `${path}.part`);
    await sync(`${path}.part`);
    renameSync(`${path}.part`, path);
  };
  return {
    place: root,
    put,
    async putUnchanging(name, from) {
      const path = pathOf(name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      rmSync(path, { force: true });
      try {
        linkSync(from, path);
      } catch {
        // The folder is on another disk, or on a file system without hard links.
        await put(name, from);
      }
    },
    async read(name) {
      if (!existsSync(pathOf(name))) throw new BackupError(`${name} is missing in ${root}`);
      return createReadStream(pathOf(name));
    },
    async *list(prefix) {
      yield* below(root, pathOf(prefix));
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true });
      removeEmpty(root, dirname(pathOf(name)));
    },
  };
}

function* below(root: string, directory: string): Generator<StoredObject> {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* below(root, path);
    if (!entry.isFile()) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) yield { name: relative(root, path), size: found.size };
  }
}

/** Empty when the folder does not exist; an unreadable folder is an error. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new BackupError(`${directory} cannot be read: ${message}`);
  }
}

function removeEmpty(root: string, directory: string): void {
  for (let at = directory; at.startsWith(root) && at !== root; at = dirname(at)) {
    if (!existsSync(at) || readdirSync(at).length > 0) return;
    rmSync(at, { recursive: true });
  }
}
