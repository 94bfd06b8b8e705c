import type { InboundContent } from "#channels/connections/index.ts";
import type { MediaType } from "#inbox/messages/contract.ts";

/** Text shown instead of a file that is not fetched yet (docs/rules/inbound.md#steps step 6). */
export const UNAVAILABLE = "[mídia indisponível]";
/**
 * Text shown for content of an unsupported kind, so that the attendant sees that a message arrived
 * (docs/rules/inbound.md#steps).
 */
export const UNSUPPORTED = "[mensagem não suportada]";

/** True for the text of a message whose content could not be read (yet). */
export const isPlaceholder = (body: string): boolean => body === UNSUPPORTED;

export interface StoredContent {
  readonly body: string;
  readonly mediaType: MediaType | null;
  readonly voice: boolean;
  readonly sticker: boolean;
}

/** Maps the content of a network message to our columns (docs/rules/messages.md#fields). */
export function storedContent(content: InboundContent): StoredContent {
  switch (content.type) {
    case "text":
      return { body: content.text, mediaType: null, voice: false, sticker: false };
    case "media": {
      const { media, caption } = content;
      const missing = media.file.state === "missing" && !media.file.fresh;
      const body = caption === "" && missing ? UNAVAILABLE : caption;
      return {
        body,
        mediaType: media.sticker ? "image" : media.kind,
        voice: media.voice,
        sticker: media.sticker,
      };
    }
    case "location": {
      const { latitude, longitude, name, address } = content;
      return {
        body: `${latitude},${longitude}|${name}|${address}`,
        mediaType: "locationMessage",
        voice: false,
        sticker: false,
      };
    }
    case "contacts":
      return {
        body: content.cards.map((card) => card.vcard).join("\n"),
        mediaType: "vcard",
        voice: false,
        sticker: false,
      };
    case "unsupported":
      return { body: UNSUPPORTED, mediaType: null, voice: false, sticker: false };
  }
}
