import type { Channel } from "#channels/connections/contract.ts";

/** A chosen file with its caption. */
export interface Attachment {
  /** Uuid; the message that sends the file has it as its `clientMessageId`, so that a file is never sent twice. */
  readonly id: string;
  readonly file: File;
  readonly kind: "image" | "video" | "audio" | "document";
  readonly caption: string;
  /** Local address for the preview; null for documents. */
  readonly preview: string | null;
}
/** Why a file was refused. */
export type AttachmentRefusal = "tooLarge" | "type" | "tooMany" | "empty";

/** Limits of docs/rules/messages.md#media; the server and the channel decide the rest. */
export const MAX_FILES = 10;
const MAX_FILE_BYTES = 100 * 1024 * 1024;
const EXECUTABLE = /\.(?:exe|bat|cmd|msi|js|scr|apk)$/i;

const MEGABYTE = 1024 * 1024;
const INSTAGRAM: Readonly<Record<string, number>> = {
  "image/jpeg": 8,
  "image/png": 8,
  "video/mp4": 25,
};

/** Why a file cannot be added to `already` chosen ones; null = it can. The server also checks the content. */
export function refusal(
  file: Pick<File, "name" | "size" | "type">,
  already: number,
  channel: Channel = "whatsapp",
): AttachmentRefusal | null {
  if (file.size === 0) return "empty";
  if (EXECUTABLE.test(file.name)) return "type";
  const megabytes = megabytesOf(channel, file.type);
  if (megabytes === null) return "type";
  if (file.size > megabytes * MEGABYTE) return "tooLarge";
  return already >= MAX_FILES ? "tooMany" : null;
}

/** Largest file of a kind on a channel, bytes; null = the channel does not accept it (docs/rules/messages.md#media). */
function megabytesOf(channel: Channel, type: string): number | null {
  // A picture or video that is too large is sent as a document, also by official numbers.
  if (channel === "whatsapp") return MAX_FILE_BYTES / MEGABYTE;
  if (channel === "facebook" || type.startsWith("audio/")) return 25;
  return INSTAGRAM[type] ?? null;
}

/** How a file is previewed; the server decides by its content. */
export function kindOf(file: Pick<File, "type">): Attachment["kind"] {
  if (/^image\/(?:jpeg|png|webp|gif)$/.test(file.type)) return "image";
  if (/^video\/(?:mp4|3gpp|webm|quicktime)$/.test(file.type)) return "video";
  return file.type.startsWith("audio/") ? "audio" : "document";
}

/** A size in the format of the language (`1,2 MB`); at least one kilobyte. */
export function formatBytes(bytes: number, tag: string): string {
  const units = ["kilobyte", "megabyte", "gigabyte"] as const;
  const step = bytes < 1024 ** 2 ? 0 : bytes < 1024 ** 3 ? 1 : 2;
  const value = Math.max(1, bytes / 1024 ** (step + 1));
  return new Intl.NumberFormat(tag, {
    style: "unit",
    unit: units[step],
    unitDisplay: "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(value);
}

/** Longest text of a channel, characters (docs/rules/messages.md#post). */
export function textLimit(channel: Channel): number {
  if (channel === "facebook") return 2000;
  return channel === "instagram" ? 1000 : 4096;
}
