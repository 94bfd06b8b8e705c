import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** Kinds of files that the server can forward (`src/inbox/messages/send/forward.ts`). */
const FILES: ReadonlySet<string> = new Set(["image", "audio", "video", "application"]);

/** False for messages that cannot be forwarded: deleted ones, calls, locations, contact cards, stickers, missing files. */
export function isForwardable({ id, body, mediaType, mediaUrl, isDeleted, sticker }: MessageAnswer): boolean {
  if (id <= 0 || isDeleted || sticker) return false;
  return mediaType === null ? body.trim() !== "" : FILES.has(mediaType) && mediaUrl !== null;
}
