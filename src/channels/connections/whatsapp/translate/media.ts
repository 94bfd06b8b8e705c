import type { proto } from "@whiskeysockets/baileys";
import type { InboundContent, InboundMedia, MediaKind } from "#channels/connections/provider.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";

/** The file of a message, without the id of the message. */
type FileReference = Omit<MediaReference, "message">;

/** The content of a message. `file` is set exactly when `content` is media. */
export interface TranslatedContent {
  readonly content: InboundContent;
  readonly file: FileReference | null;
}

type Content = proto.IMessage;
type Media = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage &
  proto.Message.IStickerMessage;

const FILES = [
  ["imageMessage", "image", "image"],
  ["videoMessage", "video", "video"],
  ["ptvMessage", "video", "video"],
  ["audioMessage", "audio", "audio"],
  ["documentMessage", "application", "document"],
  ["stickerMessage", "image", "sticker"],
] as const satisfies readonly (readonly [keyof Content, MediaKind, MediaReference["type"]])[];

/** The file of an unwrapped message; null without a file that can be downloaded. */
export function translateMedia(content: Content): TranslatedContent | null {
  const inner = content.interactiveMessage?.header ?? content;
  for (const [field, kind, type] of FILES) {
    const media = (inner as Content)[field] as Media | null | undefined;
    if (!media) continue;
    if (!media.mediaKey?.length || !(media.directPath || media.url)) return null;
    const mimeType =
      media.mimetype || (field === "stickerMessage" ? "image/webp" : "application/octet-stream");
    const fileName = field === "documentMessage" ? media.fileName || media.title || null : null;
    return {
      content: {
        type: "media",
        caption: media.caption || content.interactiveMessage?.body?.text || "",
        media: {
          kind,
          mimeType,
          fileName,
          voice: field === "audioMessage" && media.ptt === true,
          sticker: field === "stickerMessage",
          duration: kind === "audio" || kind === "video" ? (media.seconds ?? null) : null,
          ...seenBySender(kind, media),
          file: { state: "missing", handle: "" },
        },
      },
      file: {
        type,
        url: media.url || null,
        directPath: media.directPath || null,
        mediaKey: media.mediaKey,
        fileSha256: media.fileSha256?.length ? media.fileSha256 : null,
        fileEncSha256: media.fileEncSha256?.length ? media.fileEncSha256 : null,
        mimeType,
        fileName,
      },
    };
  }
  return null;
}

/** Maximum length of a stored waveform, bytes; phones send 64, other apps more. */
const MAX_WAVEFORM = 256;
/** Maximum width and height in pixels; larger than any real video. */
const MAX_SIDE = 16_384;

/** Properties that only the sender's phone knows before the download: the waveform of a voice note, the size of a video. */
function seenBySender(kind: MediaKind, media: Media): Pick<InboundMedia, "waveform" | "size"> {
  const { waveform, width, height } = media;
  if (kind === "audio" && waveform?.length && waveform.length <= MAX_WAVEFORM)
    return { waveform: Buffer.from(waveform).toString("base64") };
  if (kind === "video" && isSide(width) && isSide(height)) return { size: { width, height } };
  return {};
}

function isSide(pixels: number | null | undefined): pixels is number {
  return typeof pixels === "number" && pixels > 0 && pixels <= MAX_SIDE;
}
