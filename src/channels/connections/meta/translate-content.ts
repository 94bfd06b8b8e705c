import type { InboundContent, MediaKind } from "#channels/connections/provider.ts";
import { listOf, numberOf, type Part, partOf, textOf } from "./parts.ts";

const KINDS: Readonly<Record<string, MediaKind>> = {
  image: "image",
  sticker: "image",
  animated_image: "image",
  video: "video",
  ig_reel: "video",
  reel: "video",
  audio: "audio",
  file: "application",
};
/** Assumed MIME types until the file is downloaded and inspected. */
const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image/jpeg",
  video: "video/mp4",
  audio: "audio/mp4",
  application: "application/octet-stream",
};

/** The contents of a message of a page or Instagram account: its files, with the text as caption of the first. */
export function contentsOf(message: Part): readonly InboundContent[] {
  const text = textOf(message["text"]);
  const attachments = listOf(message["attachments"]).map(attachmentOf);
  const [first, ...more] = attachments;
  if (!first) {
    if (text !== "") return [{ type: "text", text, ...tapOf(message) }];
    return isEmpty(message) ? [] : [{ type: "unsupported", kind: "unsupported" }];
  }
  if (text === "") return attachments;
  if (first.type === "media") return [{ ...first, caption: text }, ...more];
  return [{ type: "text", text }, ...attachments];
}

/** Fields that are not content; any other field is content, perhaps of a kind that is newer than this code. */
const METADATA_FIELDS = new Set([
  "mid",
  "seq",
  "text",
  "attachments",
  "is_echo",
  "app_id",
  "metadata",
  "reply_to",
  "nlp",
  "referral",
]);

const isEmpty = (message: Part): boolean => Object.keys(message).every((name) => METADATA_FIELDS.has(name));

/** The id of a pressed quick reply. */
function tapOf(message: Part): { readonly tap?: string } {
  const id = textOf(partOf(message["quick_reply"])["payload"]);
  return id === "" ? {} : { tap: id };
}

function attachmentOf(attachment: Part): InboundContent {
  const type = textOf(attachment["type"]);
  const payload = partOf(attachment["payload"]);
  const url = textOf(payload["url"]);
  if (type === "location") {
    const { lat, long } = partOf(payload["coordinates"]);
    const [latitude, longitude] = [numberOf(lat), numberOf(long)];
    if (latitude !== null && longitude !== null)
      return {
        type: "location",
        latitude,
        longitude,
        name: textOf(attachment["title"]),
        address: "",
        thumbnail: null,
      };
  }
  const kind = KINDS[type];
  if (kind && url !== "") {
    return {
      type: "media",
      caption: "",
      media: {
        kind,
        mimeType: TYPES[kind],
        fileName: null,
        voice: kind === "audio",
        sticker: payload["sticker_id"] !== undefined && payload["sticker_id"] !== null,
        duration: null,
        file: { state: "missing", handle: JSON.stringify({ url }), fresh: true },
      },
    };
  }
  // A shared post, a mentioned story, a link: shown as title and address.
  const shown = [textOf(attachment["title"]) || textOf(payload["title"]), url].filter(Boolean).join("\n");
  return shown === "" ? { type: "unsupported", kind: type } : { type: "text", text: shown };
}
