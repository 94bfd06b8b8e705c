import type { MediaType } from "#inbox/messages/contract.ts";
import { type Row, textOf } from "#provider/importer/dump/values.ts";

export interface MessageKind {
  readonly mediaType: MediaType | null;
  /** A voice note rather than an audio file. */
  readonly voice: boolean;
  readonly sticker: boolean;
}

/** Names of message kinds in all versions of the Whaticket family and their libraries; any other kind is text. */
const KINDS: Readonly<Record<string, MediaType>> = {
  image: "image",
  imageMessage: "image",
  sticker: "image",
  stickerMessage: "image",
  audio: "audio",
  audioMessage: "audio",
  ptt: "audio",
  video: "video",
  videoMessage: "video",
  ptv: "video",
  application: "application",
  document: "application",
  documentMessage: "application",
  documentWithCaptionMessage: "application",
  text: "application",
  location: "locationMessage",
  locationMessage: "locationMessage",
  liveLocationMessage: "locationMessage",
  vcard: "vcard",
  multi_vcard: "vcard",
  contactMessage: "vcard",
  contactsArrayMessage: "vcard",
  call_log: "call_log",
};
const FILES: ReadonlySet<string> = new Set(["image", "audio", "video", "application"]);

/** `file`: the type detected from its bytes, null without a file. */
export function kindOfMessage(
  row: Row,
  file: "image" | "audio" | "video" | "application" | null,
): MessageKind {
  const written = textOf(row["mediaType"]);
  const hasFile = textOf(row["mediaUrl"]) !== "";
  const named = Object.hasOwn(KINDS, written) ? (KINDS[written] ?? null) : null;
  const isFile = named !== null && FILES.has(named);
  const mediaType = hasFile ? (file ?? (isFile ? named : "application")) : isFile ? null : named;
  return {
    mediaType,
    voice: mediaType === "audio" && (written === "ptt" || written === "audio"),
    sticker: mediaType === "image" && (written === "sticker" || written === "stickerMessage"),
  };
}

const MAP = /[?&]q=(-?\d+(?:\.\d+)?)(?:%2C|,)\s*(-?\d+(?:\.\d+)?)/i;
const PAIR = /(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)/;

/** The text of a message. `fileName`: some versions write it where there is no caption. */
export function bodyOf(row: Row, mediaType: MediaType | null, fileName: string | null): string {
  const body = textOf(row["body"]);
  if (mediaType === "locationMessage") {
    // A map picture, its URL, and text: only the location is kept.
    const [, latitude, longitude] = MAP.exec(body) ?? PAIR.exec(body) ?? [];
    return latitude === undefined ? body.slice(0, 1000) : `${latitude},${longitude}`;
  }
  if (fileName === null) return body;
  const isName =
    body === fileName || body === "-" || /^\d{10,}_.*\.\w{2,5}$/.test(body) || fileName.endsWith(body);
  return isName ? "" : body;
}
