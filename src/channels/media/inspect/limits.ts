import type { FileKind, MediaKind } from "./sniff.ts";

/** The channel of a message: WhatsApp by QR code, official WhatsApp, Facebook page, Instagram account. */
export type MediaDriver = "whatsapp" | "cloud" | "facebook" | "instagram";

/** Maximum number of files per request (docs/rules/messages.md#media). */
export const MAX_FILES = 10;
/** The largest file of any channel, bytes; larger uploads are cut off. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** A shorter recording, in bytes, is refused as started by accident (docs/rules/messages.md#media). */
export const MIN_RECORDING_BYTES = 10_000;

interface Limit {
  readonly megabytes: number;
  /** MIME types that the channel accepts for this kind; omitted: any. */
  readonly types?: readonly string[];
}
const JPG_PNG = ["image/jpeg", "image/png"];
const MP4_3GP = ["video/mp4", "video/3gpp"];

/** The table of docs/rules/messages.md#media; a missing kind is not accepted. */
const LIMITS: Readonly<Record<MediaDriver, Readonly<Partial<Record<MediaKind, Limit>>>>> = {
  whatsapp: {
    image: { megabytes: 16, types: [...JPG_PNG, "image/webp"] },
    audio: { megabytes: 16 },
    video: { megabytes: 64, types: MP4_3GP },
    application: { megabytes: 100 },
  },
  cloud: {
    image: { megabytes: 5, types: JPG_PNG },
    audio: { megabytes: 16 },
    video: { megabytes: 16, types: MP4_3GP },
    application: { megabytes: 100 },
  },
  facebook: {
    image: { megabytes: 25 },
    audio: { megabytes: 25 },
    video: { megabytes: 25 },
    application: { megabytes: 25 },
  },
  instagram: {
    image: { megabytes: 8, types: JPG_PNG },
    audio: { megabytes: 25 },
    video: { megabytes: 25, types: ["video/mp4"] },
  },
};

/** The kind a file is sent as, or the code it is refused with. */
export type MediaDecision =
  | { readonly as: MediaKind }
  | { readonly refused: "ERR_MEDIA_TOO_LARGE" | "ERR_MEDIA_TYPE" };

/**
 * Decides how a channel sends a file of `size` bytes. A file that is too large or of a type the channel does not show
 * is sent as a document where the channel has documents; executables are always refused.
 */
export function decideMedia(driver: MediaDriver, file: FileKind, size: number): MediaDecision {
  if (file.executable) return { refused: "ERR_MEDIA_TYPE" };
  const limits = LIMITS[driver];
  const limit = limits[file.kind];
  const typeFits = limit !== undefined && (limit.types?.includes(file.mimeType) ?? true);
  if (typeFits && size <= limit.megabytes * 1024 * 1024) return { as: file.kind };
  const documents = limits.application;
  if (documents && size <= documents.megabytes * 1024 * 1024) return { as: "application" };
  return { refused: documents || typeFits ? "ERR_MEDIA_TOO_LARGE" : "ERR_MEDIA_TYPE" };
}
