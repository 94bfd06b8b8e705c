import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { randomCode } from "#platform/ids.ts";
import { newStoredName } from "./names.ts";

/** A received file: complete, hashed, but not yet part of the company's media. */
export interface IncomingFile {
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** A file of the company's media; `name` is relative to the media directory and stored in the database. */
export interface StoredFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The media directory of one company. */
export interface MediaStore {
  /**
   * Writes a stream to a temporary file and syncs it. `onBytes` gets the size so far and may throw to refuse the file
   * (a limit, a quota): then the file is deleted and the error rethrown.
   */
  receive(stream: AsyncIterable<Uint8Array>, onBytes?: (total: number) => void): Promise<IncomingFile>;
  /** Moves a received file into the media under a new random name, by one atomic rename. */
  adopt(file: IncomingFile, extension: string, nowMs: number): Promise<StoredFile>;
  /** Absolute path of a stored name; throws when it is outside the directory. */
  pathOf(name: string): string;
  /** Deletes a file and its converted form; missing files are ignored. */
  remove(name: string): Promise<void>;
  /** Deletes a received file that was not adopted. */
  discard(file: Pick<IncomingFile, "path">): Promise<void>;
  /** Deletes files that a crash left unfinished; to be called only while no file is being received. */
  sweep(): Promise<void>;
}

/** The converted form of a recording, stored beside the original until it is sent. */
export const convertedOf = (path: string): string => `${path}.ogg`;
/** Folder of unfinished files. */
export const INCOMING = "incoming";

/** The store of `<company>/media`; unfinished files are in its folder `incoming`, on the same file system. */
export function createMediaStore(directory: string): MediaStore {
  const root = resolve(directory);
  const incoming = join(root, INCOMING);

  const pathOf = (name: string): string => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep) || name.includes("\0"))
      throw new Error("path outside the media directory");
    return path;
  };

  return {
    pathOf,
    async receive(stream, onBytes) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const path = join(incoming, randomCode(16));
      const file = await open(path, "wx", 0o600);
      const hash = createHash("sha256");
      let size = 0;
      try {
        for await (const piece of stream) {
          size += piece.length;
          onBytes?.(size);
          hash.update(piece);
          // `write` may write only a part: on a full disk the end of the file would be missing.
          await file.writeFile(piece);
        }
        await file.sync();
        await file.close();
        return { path, size, sha256: hash.digest("hex") };
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(path, { force: true });
        throw error;
      }
    },
    async adopt(file, extension, nowMs) {
      const name = newStoredName(extension, nowMs);
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(file.path, path);
      return { name, path, size: file.size, sha256: file.sha256 };
    },
    async remove(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      await rm(convertedOf(path), { force: true });
    },
    discard: (file) => rm(file.path, { force: true }),
    sweep: () => rm(incoming, { recursive: true, force: true }),
  };
}
