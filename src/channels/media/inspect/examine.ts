import { cleanFileName } from "#channels/media/storage/names.ts";
import { type PictureSize, readPicture } from "./pictures.ts";
import { type FileKind, sniffFile } from "./sniff.ts";

/** Everything the product wants to know of a file before it decides what to do with it. */
export interface ExaminedFile extends FileKind {
  readonly fileName: string;
  /** Of pictures; null for everything else. */
  readonly picture: PictureSize | null;
}

/**
 * Looks at a received file: type by bytes, clean name, size in pixels. A picture that cannot be drawn
 * (damaged, or a flood of pixels) is a document without preview.
 */
export async function examineFile(path: string, fileName: string): Promise<ExaminedFile> {
  const found = await sniffFile(path, fileName);
  const picture = found.kind === "image" ? await readPicture(path) : null;
  const kind = found.kind === "image" && !picture ? "application" : found.kind;
  return { ...found, kind, fileName: cleanFileName(fileName), picture };
}
