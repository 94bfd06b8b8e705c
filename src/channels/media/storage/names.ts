import { randomCode } from "#platform/ids.ts";

/** Longest file name, in characters; WhatsApp and every file system accept it. */
const MAX_LENGTH = 120;
const MAX_EXTENSION = 12;

/** Control characters, bidirectional marks and invisible characters; the latter can disguise a file extension. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Not allowed in file names on some operating systems. */
const RESERVED = /[<>:"|?*]/g;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The file extension in lower case without a dot; "" when there is none. Ignores trailing dots and spaces. */
export function extensionOf(fileName: string): string {
  const name = cleanFileName(fileName);
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return /^[a-z0-9]+$/.test(extension) && extension.length <= MAX_EXTENSION ? extension : "";
}

/**
 * Cleans a file name from an untrusted sender: no directories, invisible or bidirectional characters, no characters
 * an operating system forbids, at most 120 characters with the extension kept. Never empty.
 */
export function cleanFileName(raw: string): string {
  const base = raw.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const name = base
    .replace(INVISIBLE, "")
    .replace(RESERVED, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "")
    .replace(DEVICE, "_$1");
  const characters = [...name];
  if (characters.length === 0) return "file";
  if (characters.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,12}$/.exec(name)?.[0] ?? "";
  const stem = characters.slice(0, MAX_LENGTH - extension.length).join("");
  return `${stem.replace(/[. ]+$/, "")}${extension}`;
}

/**
 * A new name for a stored file, relative to the media directory: month, then 128 random bits. It contains nothing of
 * the sender's name; `extension` comes from the content.
 */
export function newStoredName(extension: string, nowMs: number): string {
  const safe = /^[a-z0-9]{1,12}$/.test(extension) ? extension : "bin";
  return `${new Date(nowMs).toISOString().slice(0, 7)}/${randomCode(16)}.${safe}`;
}
