import { cleanFileName } from "#channels/media/storage/names.ts";
import { type PictureSize, readPicture } from "./pictures.ts";
import { type FileKind, sniffFile } from "./sniff.ts";

/** The detected properties of a file, by which the product decides how to show and send it. */
export interface ExaminedFile extends FileKind {
  readonly fileName: string;
  /** Size of a picture; null for other files. */
  readonly picture: PictureSize | null;
}

/**
 * Inspects a received file: type by content, clean name, size in pixels. A picture that cannot be decoded (damaged,
 * or too many pixels) becomes a document without preview.
 */
export async function examineFile(path: string, fileName: string): Promise<ExaminedFile> {
  const found = await sniffFile(path, fileName);
  const picture = found.kind === "image" ? await readPicture(path) : null;
  const kind = found.kind === "image" && !picture ? "application" : found.kind;
  return { ...found, kind, fileName: cleanFileName(fileName), picture };
}
