import { randomCode } from "#platform/ids.ts";

/** Longest shown name, in characters; WhatsApp and every file system carry it. */
const MAX_LENGTH = 120;
const MAX_EXTENSION = 12;

/** Control characters, and marks that turn the direction of text or are not seen (they disguise endings). */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Not allowed in names on one of the systems people save to. */
const RESERVED = /[<>:"|?*]/g;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The ending of a name in lower case without dot; "" when there is none. Ignores trailing dots and blanks. */
export function extensionOf(fileName: string): string {
  const name = cleanFileName(fileName);
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return /^[a-z0-9]+$/.test(extension) && extension.length <= MAX_EXTENSION ? extension : "";
}

/**
 * What may be shown, stored and sent on of a name a stranger chose: no folders, no unseen or direction
 * marks, no characters a system forbids, at most 120 characters with the ending kept. Never empty.
 */
export function cleanFileName(raw: string): string {
  const base = raw.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const name = base
    .replace(UNSEEN, "")
    .replace(RESERVED, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "")
    .replace(DEVICE, "_$1");
  const characters = [...name];
  if (characters.length === 0) return "file";
  if (characters.length <= MAX_LENGTH) return name;
  const ending = /\.[A-Za-z0-9]{1,12}$/.exec(name)?.[0] ?? "";
  const stem = characters.slice(0, MAX_LENGTH - ending.length).join("");
  return `${stem.replace(/[. ]+$/, "")}${ending}`;
}

/**
 * A fresh name for a stored file, relative to the media directory of its company: month, then 128 random
 * bits. Nothing of the sender's name is in it; `extension` comes from the bytes.
 */
export function newStoredName(extension: string, nowMs: number): string {
  const safe = /^[a-z0-9]{1,12}$/.test(extension) ? extension : "bin";
  return `${new Date(nowMs).toISOString().slice(0, 7)}/${randomCode(16)}.${safe}`;
}
