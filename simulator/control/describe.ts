import type { Companion } from "#simulator/devices/companion.ts";
import { fileIn } from "#simulator/phones/attachment.ts";
import type { ChatMessage, DeliveryStep } from "#simulator/phones/chat-message.ts";
import { type ContentKind, kindOf, linkIn, quotedId, textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** A message in plain JSON, for tests in other processes and for phone pages. */
export interface MessageView {
  readonly id: string;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
  readonly kind: ContentKind;
  readonly text: string;
  readonly at: number;
  readonly step: DeliveryStep;
  readonly device: number;
  readonly deliveries: number;
  readonly isEdited: boolean;
  readonly isRevoked: boolean;
  readonly quoted: string | null;
  /** Emoji by the number of the person who reacted. */
  readonly reactions: Readonly<Record<string, string>>;
  readonly file: {
    readonly mimeType: string;
    readonly name: string | null;
    readonly seconds: number | null;
  } | null;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** The preview of an address that was sent along. */
  readonly link: { readonly url: string; readonly title: string; readonly description: string } | null;
}

export function messageView(message: ChatMessage): MessageView {
  const inner = unwrap(message.content);
  const file = fileIn(message.content);
  const place = inner.locationMessage;
  const link = linkIn(message.content);
  const { id, chat, author, fromMe, at, step, device, deliveries, isRevoked } = message;
  return {
    id,
    chat,
    author,
    fromMe,
    at,
    step,
    device,
    deliveries,
    isRevoked,
    kind: kindOf(message.content),
    text: textOf(message.content),
    isEdited: message.editedAt !== null,
    quoted: quotedId(message.content),
    reactions: Object.fromEntries(message.reactions),
    file: file && {
      mimeType: file.mimeType,
      name: file.fileName,
      seconds: inner.audioMessage?.seconds ?? inner.videoMessage?.seconds ?? null,
    },
    place: place ? { latitude: place.degreesLatitude ?? 0, longitude: place.degreesLongitude ?? 0 } : null,
    link: link && { url: link.url, title: link.title, description: link.description },
  };
}

export interface DeviceView {
  readonly device: number;
  readonly isOnline: boolean;
  readonly linkedAt: number;
  /** Number of stanzas not acknowledged yet. */
  readonly waiting: number;
  readonly preKeys: number;
}

export function deviceView(companion: Companion): DeviceView {
  return {
    device: companion.id,
    isOnline: companion.isLive,
    linkedAt: companion.linkedAt,
    waiting: companion.queue.size,
    preKeys: companion.preKeys.length,
  };
}

export interface PhoneView {
  readonly number: string;
  readonly name: string;
  readonly lid: string | null;
  readonly isReachable: boolean;
  readonly isAskedForCode: boolean;
  readonly devices: readonly DeviceView[];
}

export function phoneView(phone: Phone): PhoneView {
  const { number, name, lid, isReachable, isAskedForCode } = phone;
  const devices = [...phone.companions.values()].map(deviceView);
  return { number, name, lid, isReachable, isAskedForCode, devices };
}
