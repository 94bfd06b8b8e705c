import type { proto } from "@whiskeysockets/baileys";
import { decryptMedia, encryptMedia, type MediaType } from "#simulator/media/media-cipher.ts";
import type { MediaStore } from "#simulator/media/media-store.ts";
import { unwrap } from "./content.ts";

const THUMBNAIL_PX = 72;

/** Fields every kind of file message shares. */
export interface StoredFile {
  readonly url: string;
  readonly directPath: string;
  readonly mediaKey: Uint8Array;
  readonly fileSha256: Uint8Array;
  readonly fileEncSha256: Uint8Array;
  readonly fileLength: number;
}

/** Encrypts a file and puts it on the media server. */
export async function storeFile(media: MediaStore, bytes: Uint8Array, type: MediaType): Promise<StoredFile> {
  const { stored, proof } = await encryptMedia(bytes, type);
  return { ...media.put(stored), ...proof };
}

/** Size and a small JPEG preview of a picture, as phones add them to image messages. */
export async function pictureFacts(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; jpegThumbnail: Uint8Array }> {
  const { width, height } = await new Bun.Image(bytes).metadata();
  const jpegThumbnail = await new Bun.Image(bytes).resize(THUMBNAIL_PX).jpeg({ quality: 50 }).bytes();
  return { width, height, jpegThumbnail };
}

interface FileMessage {
  readonly type: MediaType;
  readonly mimeType: string;
  readonly fileName: string | null;
  readonly message: {
    readonly directPath?: string | null;
    readonly mediaKey?: Uint8Array | null;
    readonly fileSha256?: Uint8Array | null;
    readonly fileEncSha256?: Uint8Array | null;
  };
}

/** The file part of a content, if it has one. */
export function fileIn(content: proto.IMessage): FileMessage | null {
  const inner = unwrap(content);
  const candidates = [
    ["image", inner.imageMessage],
    ["video", inner.videoMessage],
    ["audio", inner.audioMessage],
    ["document", inner.documentMessage],
    ["sticker", inner.stickerMessage],
  ] as const;
  for (const [type, message] of candidates) {
    if (!message) continue;
    const fileName = "fileName" in message ? (message.fileName ?? null) : null;
    return { type, message, fileName, mimeType: message.mimetype ?? "application/octet-stream" };
  }
  return null;
}

/** Fetches and decrypts the file of a content; throws when it is missing or changed. */
export async function openFile(media: MediaStore, content: proto.IMessage): Promise<Buffer> {
  const file = fileIn(content);
  const stored = media.get(file?.message.directPath ?? "");
  const { mediaKey, fileSha256, fileEncSha256 } = file?.message ?? {};
  if (!file || !stored || !mediaKey || !fileSha256 || !fileEncSha256) throw new Error("no such file");
  return decryptMedia(stored, file.type, { mediaKey, fileSha256, fileEncSha256, fileLength: 0 });
}
