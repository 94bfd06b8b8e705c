import type { WAMessage, WASocket } from "@whiskeysockets/baileys";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";

const FIELDS = {
  image: "imageMessage",
  video: "videoMessage",
  audio: "audioMessage",
  document: "documentMessage",
  sticker: "stickerMessage",
} as const;

/**
 * Asks the phone to upload a file again that the media host has dropped. Rejects when the phone has it no
 * longer or does not answer within `limit` ms.
 */
export async function requestReupload(
  sock: WASocket,
  reference: MediaReference,
  limit: number,
): Promise<MediaReference | null> {
  if (reference.type === "md-msg-hist") return null;
  const { id, chat, participant, fromMe } = reference.message;
  const { mediaKey, directPath, url } = reference;
  const file = { mediaKey, directPath, url };
  const message: WAMessage = {
    key: { id, remoteJid: chat, fromMe, ...(participant === null ? {} : { participant }) },
    message: { [FIELDS[reference.type]]: file },
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the phone did not answer")), limit);
  try {
    await Promise.race([sock.updateMediaMessage(message), late]);
    return { ...reference, directPath: file.directPath, url: file.url };
  } finally {
    clearTimeout(timer);
  }
}
