import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { unsignedByAnyone } from "#web/inbox/messages/text/signature.ts";

/** Kinds of files that the server can forward (`src/inbox/messages/send/forward.ts`). */
const FILES: ReadonlySet<string> = new Set(["image", "audio", "video", "application"]);

/**
 * The content that a forwarded message has in another ticket: its text without the signature of its author, and its file by its
 * stored address. Null for messages that cannot be forwarded: deleted ones, calls, locations, contact cards, stickers, missing files.
 */
export function forwardable(message: MessageAnswer): Pick<OutgoingContent, "body" | "enclosed"> | null {
  const { id, mediaType, mediaUrl, mediaName, fromMe, isDeleted } = message;
  if (id <= 0 || isDeleted) return null;
  const body = fromMe ? unsignedByAnyone(message.body) : message.body;
  if (mediaType === null) return body.trim() === "" ? null : { body, enclosed: null };
  if (!FILES.has(mediaType) || mediaUrl === null) return null;
  return { body, enclosed: { url: mediaUrl, name: mediaName ?? "" } };
}
