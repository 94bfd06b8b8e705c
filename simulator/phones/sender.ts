import type { proto } from "@whiskeysockets/baileys";
import type { Group } from "#simulator/groups/announce.ts";
import { type Call, endCall, startCall } from "#simulator/messaging/calls.ts";
import { isGroup } from "#simulator/messaging/letter.ts";
import { type PostOptions, post } from "#simulator/messaging/post.ts";
import { showTyping, type TypingState } from "#simulator/messaging/typing.ts";
import { pictureFacts, storeFile } from "./attachment.ts";
import type { ChatMessage } from "./chat-message.ts";
import {
  contactCards,
  type Dress,
  dress,
  edit,
  keyFor,
  type LinkPreview,
  reaction,
  revoke,
  textContent,
} from "./compose.ts";
import type { Phone } from "./phone.ts";
import { waveformOf } from "./waveform.ts";

export type SendOptions = PostOptions & Dress;
type To = Phone | Group;

/** Everything a person can send from a handset. Each promise resolves when the server has accepted the message. */
export class Sender {
  readonly #phone: Phone;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  /** Sends any content, for types without a method. */
  content(to: To, content: proto.IMessage, options: SendOptions = {}): Promise<ChatMessage> {
    return post(this.#phone, to, dress(this.#phone, content, this.#form(to, options), options), options);
  }

  text(to: To, text: string, options: SendOptions & { link?: LinkPreview } = {}): Promise<ChatMessage> {
    return this.content(to, textContent(text, options.link), options);
  }

  async image(
    to: To,
    bytes: Uint8Array,
    options: SendOptions & { caption?: string; mimeType?: string } = {},
  ): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, bytes, "image");
    const facts = await pictureFacts(bytes);
    const { caption = null, mimeType = "image/jpeg" } = options;
    return this.content(to, { imageMessage: { ...file, ...facts, caption, mimetype: mimeType } }, options);
  }

  async video(
    to: To,
    bytes: Uint8Array,
    options: SendOptions & { caption?: string; seconds?: number; width?: number; height?: number } = {},
  ): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, bytes, "video");
    const { caption = null, seconds = 1, width = null, height = null } = options;
    const mimetype = "video/mp4";
    return this.content(
      to,
      { videoMessage: { ...file, caption, seconds, width, height, mimetype } },
      options,
    );
  }

  /** A recorded voice note (OGG/Opus). */
  async voice(
    to: To,
    ogg: Uint8Array,
    options: SendOptions & { seconds?: number } = {},
  ): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, ogg, "audio");
    const { seconds = 1 } = options;
    const mimetype = "audio/ogg; codecs=opus";
    const waveform = waveformOf(ogg);
    return this.content(to, { audioMessage: { ...file, seconds, waveform, ptt: true, mimetype } }, options);
  }

  async audio(to: To, bytes: Uint8Array, mimeType: string, options: SendOptions = {}): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, bytes, "audio");
    return this.content(to, { audioMessage: { ...file, ptt: false, mimetype: mimeType } }, options);
  }

  async document(
    to: To,
    bytes: Uint8Array,
    fileName: string,
    options: SendOptions & { caption?: string; mimeType?: string } = {},
  ): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, bytes, "document");
    const { caption, mimeType = "application/pdf" } = options;
    const documentMessage = {
      ...file,
      fileName,
      title: fileName,
      mimetype: mimeType,
      caption: caption ?? null,
    };
    const bare = { documentMessage };
    const content = caption ? { documentWithCaptionMessage: { message: bare } } : bare;
    return this.content(to, content, options);
  }

  async sticker(to: To, webp: Uint8Array, options: SendOptions = {}): Promise<ChatMessage> {
    const file = await storeFile(this.#phone.network.media, webp, "sticker");
    return this.content(to, { stickerMessage: { ...file, mimetype: "image/webp" } }, options);
  }

  location(
    to: To,
    place: { latitude: number; longitude: number; name?: string; address?: string },
    options?: SendOptions,
  ): Promise<ChatMessage> {
    const { latitude, longitude, name = null, address = null } = place;
    const locationMessage = { degreesLatitude: latitude, degreesLongitude: longitude, name, address };
    return this.content(to, { locationMessage }, options);
  }

  vcard(
    to: To,
    cards: readonly { name: string; number: string }[],
    options?: SendOptions,
  ): Promise<ChatMessage> {
    return this.content(to, contactCards(cards), options);
  }

  /** Reacts to a message of the chat; an empty emoji removes the reaction. */
  react(to: To, target: ChatMessage, emoji: string): Promise<ChatMessage> {
    const addressing = this.#form(to, target);
    const key = keyFor(this.#phone, to, target, addressing);
    return post(this.#phone, to, reaction(key, emoji, this.#now()), { addressing });
  }

  edit(to: To, target: ChatMessage, text: string): Promise<ChatMessage> {
    const addressing = this.#form(to, target);
    const key = keyFor(this.#phone, to, target, addressing);
    return post(this.#phone, to, edit(key, { conversation: text }, this.#now()), { addressing });
  }

  /** Deletes one of the person's own messages for everyone. */
  revoke(to: To, target: ChatMessage): Promise<ChatMessage> {
    const addressing = this.#form(to, target);
    return post(this.#phone, to, revoke(keyFor(this.#phone, to, target, addressing)), { addressing });
  }

  /** Shows the other side that this person types, records or stopped. */
  typing(to: Phone, state: TypingState): void {
    showTyping(this.#phone, to, state);
  }

  call(to: Phone, isVideo = false): Call {
    return startCall(this.#phone, to, isVideo);
  }

  hangUp(to: Phone, call: Call, reason: "hangup" | "timeout" = "hangup"): void {
    endCall(this.#phone, to, call, reason);
  }

  #form(to: To, { addressing }: PostOptions) {
    return isGroup(to) ? to.addressing : (addressing ?? this.#phone.addressing);
  }

  #now(): number {
    return this.#phone.network.clock.now();
  }
}
