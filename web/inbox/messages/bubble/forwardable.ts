import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { unsignedByAnyone } from "#web/inbox/messages/text/signature.ts";

/** Kinds of files the server sends once more (`src/inbox/messages/send/forward.ts`). */
const FILES: ReadonlySet<string> = new Set(["image", "audio", "video", "application"]);

/**
 * What a forwarded message becomes in another ticket: its text without the signature of whoever wrote it, and its file by its
 * stored address. Null for what cannot be forwarded: deleted messages, calls, places, cards, stickers, files that are missing.
 */
export function forwardable(message: MessageAnswer): Pick<OutgoingContent, "body" | "enclosed"> | null {
  const { id, mediaType, mediaUrl, mediaName, fromMe, isDeleted } = message;
  if (id <= 0 || isDeleted) return null;
  const body = fromMe ? unsignedByAnyone(message.body) : message.body;
  if (mediaType === null) return body.trim() === "" ? null : { body, enclosed: null };
  if (!FILES.has(mediaType) || mediaUrl === null) return null;
  return { body, enclosed: { url: mediaUrl, name: mediaName ?? "" } };
}
