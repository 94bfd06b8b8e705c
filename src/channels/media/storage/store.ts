import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { randomCode } from "#platform/ids.ts";
import { newStoredName } from "./names.ts";

/** A file on its way in: complete, hashed, but not yet part of the company's media. */
export interface IncomingFile {
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** A file of the company's media; `name` is relative to the media directory and goes into the database. */
export interface StoredFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The media directory of one company. */
export interface MediaStore {
  /**
   * Writes a stream to a file of its own, piece by piece, and syncs it. `onBytes` hears the size so far and
   * may throw to refuse (a cap, a quota): the file is then removed and the error passed on.
   */
  receive(stream: AsyncIterable<Uint8Array>, onBytes?: (total: number) => void): Promise<IncomingFile>;
  /** Makes a received file part of the media under a fresh random name; one rename, never half a file. */
  adopt(file: IncomingFile, extension: string, nowMs: number): Promise<StoredFile>;
  /** Absolute path of a stored name; throws when it leads out of the directory. */
  pathOf(name: string): string;
  /** Removes a file and its converted form; silent when they are gone already. */
  remove(name: string): Promise<void>;
  /** Throws away a received file nobody adopted. */
  discard(file: Pick<IncomingFile, "path">): Promise<void>;
  /** Removes what a crash left unfinished; for whoever knows that nothing is coming in. */
  sweep(): Promise<void>;
}

/** A recording converted for sending lies beside the original until it is sent. */
export const convertedOf = (path: string): string => `${path}.ogg`;
/** Folder of unfinished files. */
export const INCOMING = "incoming";

/** The store of `<company>/media`; unfinished files live in its folder `incoming`, on the same file system. */
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
          // `write` may take a part of it and say so: on a full disk the end would be missing.
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
