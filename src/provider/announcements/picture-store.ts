import { mkdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import {
  createMediaStore,
  type IncomingFile,
  type MediaStore,
  serveFile,
  withDiskReserve,
} from "#channels/media/index.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { PICTURE_PREFIX } from "./contract.ts";

/** Below `DATA_DIR`: it contains only pictures with random names and unfinished uploads. */
export const PICTURE_FOLDER = "announcements";
const pictureDirectory = ({ dataDirectory }: Installation): string => join(dataDirectory, PICTURE_FOLDER);

export const pictureStore = (installation: Installation): MediaStore =>
  withDiskReserve(installation, createMediaStore(pictureDirectory(installation)));

/** A random name; the extension is the type detected from the bytes. */
const PICTURE_NAME = /^[\w-]{22}\.(?:png|jpg)$/;

/** Moves a received picture to a random name; returns it. */
export async function storePicture(
  installation: Installation,
  { path }: IncomingFile,
  ending: "png" | "jpg",
): Promise<string> {
  const directory = pictureDirectory(installation);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = `${randomCode(16)}.${ending}`;
  await rename(path, join(directory, name));
  notePath(join(directory, name));
  return name;
}

/** Deletes the file after the response; a file left by a crash does no harm. */
export function removePicture(installation: Installation, name: string | null): void {
  if (name === null) return;
  void pictureStore(installation)
    .remove(name)
    .then(() => notePath(join(pictureDirectory(installation), name)))
    .catch((error: unknown) =>
      installation.log.warn({ err: error }, "picture of an announcement not removed"),
    );
}

/** Names are used once, so the content of a URL never changes. */
const CACHE = "public, max-age=31536000, immutable";

/**
 * `GET /public/announcements/{randomName}`: the random name gives access, without login
 * (docs/rules/general.md#media-addresses).
 */
export const pictureMount: Mount = {
  prefix: PICTURE_PREFIX,
  // Every cell has a copy of the pictures.
  cell: "any",
  async handle(installation, request) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    const name = new URL(request.url).pathname.slice(PICTURE_PREFIX.length);
    if (!PICTURE_NAME.test(name)) throw notFound();
    const answer = await serveFile(request, {
      path: join(pictureDirectory(installation), name),
      mimeType: name.endsWith(".png") ? "image/png" : "image/jpeg",
      fileName: name,
      sha256: sha256(name),
    });
    if (!answer) throw notFound();
    answer.headers.set("cache-control", CACHE);
    return answer;
  },
};
