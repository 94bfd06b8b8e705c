import {
  type AnyMessageContent,
  generateWAMessageContent,
  proto,
  type WAMediaUploadFunction,
  type WAMessageKey,
  type WAUrlInfo,
} from "@whiskeysockets/baileys";
import type { LinkPreview, OutgoingContent, OutgoingMessage } from "#channels/connections/provider.ts";
import { makeThumbnail } from "#channels/connections/whatsapp/media/thumbnail.ts";
import type { OwnAddresses } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";

type MediaContent = Extract<OutgoingContent, { type: "media" }>;

/**
 * Builds the proto message of an outgoing message and uploads its file. Returns the encoded message, ready to store.
 */
export async function compose(
  message: OutgoingMessage,
  own: OwnAddresses,
  upload: WAMediaUploadFunction,
): Promise<Uint8Array> {
  const content = await toBaileys(message);
  const built = await generateWAMessageContent(content, { upload, jid: message.to });
  const bytes = proto.Message.encode(built).finish();
  if (!message.quoted && !message.forwarded) return bytes;
  const plain = proto.Message.decode(bytes);
  if (message.forwarded) addContext(plain, { isForwarded: true, forwardingScore: 1 });
  quote(plain, message, own);
  return proto.Message.encode(plain).finish();
}

/** The `edit` attribute that the network expects on edits and deletions. */
export function editAttribute({ to, content }: OutgoingMessage): Record<string, string> {
  if (content.type === "edit") return { edit: "1" };
  if (content.type !== "revoke") return {};
  const asGroupAdmin = isGroup(to) && !content.targetFromMe;
  return { edit: asGroupAdmin ? "8" : "7" };
}

const isGroup = (address: string): boolean => kindOf(parseJid(address)) === "group";

async function toBaileys({ to, content }: OutgoingMessage): Promise<AnyMessageContent> {
  switch (content.type) {
    case "text":
      return { text: content.text, linkPreview: content.preview ? urlInfo(content.preview) : null };
    case "contact_request":
    case "choices":
      return { text: content.text, linkPreview: null };
    case "template":
      throw new Error("templates can be sent only by the official WhatsApp");
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    case "contacts": {
      const contacts = content.cards.map((card) => ({ displayName: card.name, vcard: card.vcard }));
      return { contacts: { displayName: contacts[0]?.displayName ?? "", contacts } };
    }
    case "edit":
      return { text: content.text, linkPreview: null, edit: targetKey(to, content.targetId, true, null) };
    case "revoke":
      return { delete: targetKey(to, content.targetId, content.targetFromMe, content.targetParticipant) };
    case "reaction": {
      const key = targetKey(to, content.targetId, content.targetFromMe, content.targetParticipant);
      return { react: { text: content.emoji, key } };
    }
    case "media":
      return mediaContent(content);
  }
}

const urlInfo = ({ url, title, text, picture }: LinkPreview): WAUrlInfo => ({
  "canonical-url": url,
  "matched-text": url,
  title,
  description: text,
  ...(picture !== null && { jpegThumbnail: Buffer.from(picture, "base64") }),
});

function targetKey(
  chat: string,
  id: string,
  fromMe: boolean,
  participant: string | null | undefined,
): WAMessageKey {
  return { remoteJid: chat, id, fromMe, ...(isGroup(chat) && participant ? { participant } : {}) };
}

async function mediaContent(content: MediaContent): Promise<AnyMessageContent> {
  const media = { url: content.path };
  const { mimeType: mimetype, caption } = content;
  switch (content.kind) {
    case "image": {
      const preview = await makeThumbnail(content.path);
      const size = preview ? { width: preview.width, height: preview.height } : {};
      // The preview is always set: without it Baileys would load an image library that a single binary does not
      // contain.
      return {
        image: media,
        mimetype,
        caption,
        jpegThumbnail: preview?.jpeg.toString("base64") ?? "",
        ...size,
      };
    }
    case "video":
      return { video: media, mimetype, caption, jpegThumbnail: "" };
    case "audio": {
      const seconds = content.duration === null ? {} : { seconds: Math.round(content.duration) };
      // An empty waveform prevents Baileys from loading an audio decoder.
      const audio = { audio: media, mimetype, ptt: content.voice, waveform: new Uint8Array(), ...seconds };
      return audio;
    }
    case "application":
      return { document: media, mimetype, fileName: content.fileName, caption };
  }
}

interface Quoting {
  contextInfo?: proto.IContextInfo | null;
}

/** Adds the quoted message. */
function quote(built: proto.IMessage, { to, quoted }: OutgoingMessage, own: OwnAddresses): void {
  if (!quoted) return;
  const byLid = kindOf(parseJid(to)) === "lid" && own.lid;
  const author = quoted.fromMe ? (byLid ? own.lid : own.id) : (quoted.participant ?? to);
  const { user, server } = parseJid(author) ?? { user: "", server: "" };
  addContext(built, {
    stanzaId: quoted.providerId,
    participant: `${user}@${server}`,
    quotedMessage: { conversation: quoted.body },
  });
}

/** Adds to the context of the first part that can have one. */
function addContext(built: proto.IMessage, contextInfo: proto.IContextInfo): void {
  for (const [name, part] of Object.entries(built) as [string, unknown][]) {
    if (!name.endsWith("Message") || typeof part !== "object" || part === null) continue;
    const holder = part as Quoting;
    holder.contextInfo = { ...holder.contextInfo, ...contextInfo };
    return;
  }
}
