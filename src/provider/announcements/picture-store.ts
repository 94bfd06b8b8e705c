import { mkdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import {
  createMediaStore,
  type IncomingFile,
  type MediaStore,
  withDiskReserve,
} from "#channels/media/index.ts";
import { randomCode } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";

/** `DATA_DIR/announcements`: it contains only pictures with random names and unfinished uploads. */
export const pictureDirectory = ({ dataDirectory }: Installation): string =>
  join(dataDirectory, "announcements");

export const pictureStore = (installation: Installation): MediaStore =>
  withDiskReserve(installation, createMediaStore(pictureDirectory(installation)));

/** A random name; the extension is the type detected from the bytes. */
export const PICTURE_NAME = /^[\w-]{22}\.(?:png|jpg)$/;

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
  return name;
}

/** Deletes the file after the response; a file left by a crash does no harm. */
export function removePicture(installation: Installation, name: string | null): void {
  if (name === null) return;
  void pictureStore(installation)
    .remove(name)
    .catch((error: unknown) =>
      installation.log.warn({ err: error }, "picture of an announcement not removed"),
    );
}
