import { open } from "node:fs/promises";
import { fileTypeFromBlob } from "file-type";
import { extensionOf } from "#channels/media/storage/names.ts";

/** How a file is shown and sent; `application` is any document (docs/rules/messages.md#fields). */
export type MediaKind = "image" | "audio" | "video" | "application";

/** The type of a file by its content; the name only selects among documents of one family. */
export interface FileKind {
  readonly kind: MediaKind;
  readonly mimeType: string;
  /** File extension without a dot, for the stored name. */
  readonly extension: string;
  /** True for an executable by content or by name, which is never accepted. */
  readonly executable: boolean;
}

/** Executables by content. */
const EXECUTABLE_TYPES = new Set([
  "application/x-msdownload",
  "application/x-elf",
  "application/x-mach-binary",
  "application/vnd.android.package-archive",
  "application/java-archive",
  "application/x-ms-shortcut",
  "application/x-msi",
]);

/** Executables by name: plain-text formats that content cannot identify, and well-known ones. */
const EXECUTABLE_NAMES = new Set(
  "exe bat cmd msi js scr apk com pif cpl hta jar jse lnk mjs ps1 reg sh vbe vbs wsf wsh".split(" "),
);

/** Types that are shown and played in place; all other pictures, sounds and videos are documents. */
const KINDS: Readonly<Record<string, MediaKind>> = {
  "image/jpeg": "image",
  "image/png": "image",
  "image/webp": "image",
  "image/gif": "image",
  "audio/mpeg": "audio",
  "audio/mp4": "audio",
  "audio/ogg": "audio",
  "audio/aac": "audio",
  "audio/amr": "audio",
  "audio/wav": "audio",
  "video/mp4": "video",
  "video/3gpp": "video",
  "video/webm": "video",
  "video/quicktime": "video",
};
/** The kind of a type found by `sniffFile`. */
export const kindOfType = (mimeType: string): MediaKind => KINDS[mimeType] ?? "application";
/** Aliases of a type. */
const ALIASES: Readonly<Record<string, string>> = {
  "audio/x-m4a": "audio/mp4",
  "video/x-m4v": "video/mp4",
  "image/apng": "image/png",
};

/**
 * Documents whose content identifies only the family of formats: the name selects a type within the family, never
 * outside.
 */
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  msg: "application/vnd.ms-outlook",
};
const TEXTS: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  htm: "text/html",
  json: "application/json",
  svg: "image/svg+xml",
  vcf: "text/vcard",
  xml: "application/xml",
};
const TEXT_TYPES = new Set(["application/xml", "text/xml", "application/rtf"]);
const INSTALLER_CLSID = "84100c0000000000c000000000000046";
const HEAD_BYTES = 4096;

/** Checks the class id of an old Office container: installers (.msi) share the format with .doc and .xls. */
async function isInstaller(path: string, head: Uint8Array): Promise<boolean> {
  if (head.length < 512) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const sector = 1 << Math.min(view.getUint16(30, true), 16);
  const at = (view.getUint32(48, true) + 1) * sector + 80;
  const classId = await Bun.file(path)
    .slice(at, at + 16)
    .bytes();
  return Buffer.from(classId).toString("hex") === INSTALLER_CLSID;
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // `stream`: a character truncated at the end of the sample is no error.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Detects the type of a stored file. `fileName` is the sender's name for it. Reads a few kilobytes, never the whole
 * file; unknown or malformed content becomes `application/octet-stream`.
 */
export async function sniffFile(path: string, fileName: string): Promise<FileKind> {
  const extension = extensionOf(fileName);
  const head = await readHead(path);
  const found = await fileTypeFromBlob(Bun.file(path)).catch(() => undefined);
  const executable = EXECUTABLE_NAMES.has(extension);
  if (found?.mime === "application/x-cfb") {
    if (await isInstaller(path, head)) {
      return { kind: "application", mimeType: "application/x-msi", extension: "msi", executable: true };
    }
    const mimeType = OLD_OFFICE[extension] ?? "application/x-cfb";
    return {
      kind: "application",
      mimeType,
      extension: OLD_OFFICE[extension] ? extension : "cfb",
      executable,
    };
  }
  if (found && !TEXT_TYPES.has(found.mime)) {
    const plain = found.mime.split(";")[0] ?? found.mime;
    const mimeType = ALIASES[plain] ?? plain;
    return {
      kind: kindOfType(mimeType),
      mimeType,
      extension: found.ext,
      executable: executable || EXECUTABLE_TYPES.has(mimeType),
    };
  }
  if (!isText(head)) {
    return { kind: "application", mimeType: "application/octet-stream", extension: "bin", executable };
  }
  const mimeType = TEXTS[extension] ?? "text/plain";
  return { kind: "application", mimeType, extension: TEXTS[extension] ? extension : "txt", executable };
}
