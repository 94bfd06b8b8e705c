import { listOf, numberOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import type { InboundContent, MediaKind } from "#channels/connections/provider.ts";
import { phoneAddress } from "./payload.ts";
import { vcardOf } from "./vcard.ts";

const KINDS: Readonly<Record<string, MediaKind>> = {
  image: "image",
  sticker: "image",
  video: "video",
  audio: "audio",
  document: "application",
};
/** The content of an official WhatsApp message; null when the entry is not a message. */
export function contentOf(message: Part): InboundContent | null {
  const type = textOf(message["type"]);
  const part = partOf(message[type]);
  const kind = KINDS[type];
  if (kind) return mediaOf(type, kind, part);
  switch (type) {
    case "text":
      return { type: "text", text: textOf(part["body"]) };
    case "button":
      return { type: "text", text: textOf(part["text"]) || textOf(part["payload"]) };
    case "interactive":
      return answerOf(part);
    case "location":
      return locationOf(part);
    case "contacts":
      return cardsOf(message);
    // A message of the history whose file is delivered by a later call, under the same message id.
    case "media_placeholder":
      return {
        type: "media",
        caption: "",
        media: {
          ...{ kind: "application", mimeType: "application/octet-stream", fileName: null },
          ...{ voice: false, sticker: false, duration: null },
          file: { state: "missing", handle: "{}" },
        },
      };
    case "system":
    case "request_welcome":
    case "":
      return null;
    default:
      return { type: "unsupported", kind: type };
  }
}

function mediaOf(type: string, kind: MediaKind, part: Part): InboundContent {
  const mimeType = textOf(part["mime_type"]).split(";")[0] || "application/octet-stream";
  return {
    type: "media",
    caption: textOf(part["caption"]),
    media: {
      kind,
      mimeType,
      fileName: textOf(part["filename"]) || null,
      voice: part["voice"] === true,
      sticker: type === "sticker",
      duration: null,
      file: { state: "missing", handle: JSON.stringify({ mediaId: textOf(part["id"]) }), fresh: true },
    },
  };
}

/** The pressed option: its title as the customer saw it, and its id. */
function answerOf(part: Part): InboundContent {
  const reply = partOf(part[textOf(part["type"])]);
  const id = textOf(reply["id"]);
  const title = wholeTitle(textOf(reply["title"]), textOf(reply["description"]));
  if (title !== "") return { type: "text", text: title, ...(id !== "" && { tap: id }) };
  const filled = textOf(reply["body"]);
  return filled === "" ? { type: "unsupported", kind: "interactive" } : { type: "text", text: filled };
}

/** The description repeats in full a title that was truncated. */
const wholeTitle = (title: string, description: string): string =>
  title.endsWith("…") && description.startsWith(title.slice(0, -1)) ? description : title;

function locationOf(part: Part): InboundContent {
  const [latitude, longitude] = [numberOf(part["latitude"]), numberOf(part["longitude"])];
  if (latitude === null || longitude === null) return { type: "unsupported", kind: "location" };
  const [name, address] = [textOf(part["name"]), textOf(part["address"])];
  return { type: "location", latitude, longitude, name, address, thumbnail: null };
}

/** Only a card that answers our request contains the sender's own phone; any other card may be of another person. */
function cardsOf(message: Part): InboundContent {
  const contacts = listOf(message["contacts"]);
  const [own, ...more] = contacts.filter((card) => textOf(card["origin"]) === "contact_request");
  const number = own && more.length === 0 ? textOf(listOf(own["phones"])[0]?.["wa_id"]) : "";
  return {
    type: "contacts",
    cards: contacts.map(cardOf),
    ...(/^\d{8,20}$/.test(number) && {
      shared: { kind: "pn", value: number, address: phoneAddress(number) },
    }),
  };
}

function cardOf(card: Part): { name: string; vcard: string } {
  const name = textOf(partOf(card["name"])["formatted_name"]);
  const phones = listOf(card["phones"]).map((phone) => ({
    phone: textOf(phone["phone"]),
    whatsappId: textOf(phone["wa_id"]),
  }));
  return { name, vcard: vcardOf(name, phones) };
}
