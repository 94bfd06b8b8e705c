import type { proto } from "@whiskeysockets/baileys";
import type { LinkPreview } from "#channels/connections/provider.ts";
import { oneLine } from "#platform/text.ts";

/** Longest title and description, characters; the network sets no limit. */
const MAX_TITLE = 200;
const MAX_TEXT = 400;
/** Largest picture, bytes; phones send some 10 kB. */
const MAX_PICTURE_BYTES = 49_152;

/**
 * The preview that the sender's phone sent along with a text; undefined without one. Only embedded data is used: the picture
 * that a newer phone uploads beside it is not downloaded. An address that is not part of the text gives no preview, because
 * it would show another destination than the link.
 */
export function linkPreviewOf(message: proto.Message.IExtendedTextMessage): LinkPreview | undefined {
  const { text, matchedText, title, description, jpegThumbnail } = message;
  const url = matchedText?.trim() ?? "";
  if (url === "" || !text?.includes(url) || /\s/.test(url)) return undefined;
  const picture = jpegThumbnail?.length ? pictureOf(jpegThumbnail) : null;
  const words = { title: oneLine(title ?? "", MAX_TITLE), text: oneLine(description ?? "", MAX_TEXT) };
  if (words.title === "" && picture === null) return undefined;
  return { url, ...words, picture };
}

function pictureOf(bytes: Uint8Array): string | null {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  return isJpeg && bytes.length <= MAX_PICTURE_BYTES ? Buffer.from(bytes).toString("base64") : null;
}
