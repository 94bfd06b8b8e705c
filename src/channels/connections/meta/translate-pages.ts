import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import { listOf, numberOf, type Part, partOf, textOf } from "./parts.ts";
import { referralOf } from "./referral.ts";
import { contentsOf } from "./translate-content.ts";
import type { Translator } from "./translator.ts";

type PageKind = "page" | "instagram";

/**
 * Translates the `messaging` of a page or an Instagram account; `standby` is ignored, as another app has the
 * conversation.
 */
export const translatePages =
  (kind: PageKind): Translator =>
  (entry, nowMs) => {
    const externalId = textOf(entry["id"]);
    if (externalId === "") return [];
    const events = listOf(entry["messaging"]).flatMap((part) => eventsOf(kind, externalId, part, nowMs));
    return [{ kind, externalId, events }];
  };

interface PageEvent {
  readonly part: Part;
  readonly at: number;
  readonly chatKey: string;
  readonly chat: readonly NetworkIdentity[];
  /** True for an event that the page or account itself caused. */
  readonly fromMe: boolean;
}

function eventsOf(kind: PageKind, accountId: string, part: Part, nowMs: number): readonly InboundEvent[] {
  const message = partOf(part["message"]);
  const sender = textOf(partOf(part["sender"])["id"]);
  const fromMe = message["is_echo"] === true || sender === accountId;
  const person = fromMe ? textOf(partOf(part["recipient"])["id"]) : sender;
  if (person === "") return [];
  const identity: NetworkIdentity = {
    kind: kind === "page" ? "psid" : "igsid",
    value: person,
    address: person,
    scope: accountId,
  };
  const event: PageEvent = {
    part,
    at: Math.min(numberOf(part["timestamp"]) ?? nowMs, nowMs),
    chatKey: `${identity.kind}:${accountId}:${person}`,
    chat: [identity],
    fromMe,
  };
  if (part["message"]) return messageOf(event, message);
  if (part["postback"]) return postbackOf(event, partOf(part["postback"]));
  if (part["reaction"]) return reactionOf(event, partOf(part["reaction"]));
  if (part["delivery"]) return deliveryOf(event, partOf(part["delivery"]));
  if (part["read"]) return readOf(event, partOf(part["read"]));
  return [];
}

const base = ({ chatKey, chat, at }: PageEvent, eventKey: string) => ({ chatKey, chat, at, eventKey });

function messageOf(event: PageEvent, message: Part): readonly InboundEvent[] {
  const mid = textOf(message["mid"]);
  if (mid === "") return [];
  const { fromMe } = event;
  if (message["is_deleted"] === true)
    return [{ ...base(event, `${mid}:deleted`), kind: "revoke", providerId: mid, fromMe }];
  const quotedId = textOf(partOf(message["reply_to"])["mid"]);
  const [first, ...more] = contentsOf(message);
  if (!first) return [{ ...base(event, mid), kind: "skipped", providerId: mid, reason: "empty" }];
  // Each file of a message becomes its own message; the index is part of its id.
  return [first, ...more].map((content, index) => {
    const providerId = index === 0 ? mid : `${mid}#${index}`;
    return {
      ...base(event, providerId),
      kind: "message",
      providerId,
      fromMe,
      participant: null,
      pushName: null,
      content,
      quoted: quotedId !== "" && index === 0 ? { providerId: quotedId, body: "", fromMe: false } : null,
      ...(fromMe && { ownId: textOf(message["metadata"]) || null }),
      ...(!fromMe && index === 0 && referralOf(message)),
      offline: false,
      history: false,
    } as const;
  });
}

/** The text of a pressed button is its title. */
function postbackOf(event: PageEvent, postback: Part): readonly InboundEvent[] {
  const payload = textOf(postback["payload"]);
  const text = textOf(postback["title"]) || payload;
  const providerId = textOf(postback["mid"]) || `postback:${event.at}:${text}`;
  if (text === "" || event.fromMe) return [];
  return [
    {
      ...base(event, providerId),
      kind: "message",
      providerId,
      fromMe: false,
      participant: null,
      pushName: null,
      content: { type: "text", text, ...(payload !== "" && { tap: payload }) },
      quoted: null,
      ...referralOf(postback),
      offline: false,
      history: false,
    },
  ];
}

/** Instagram sends a name instead of an emoji for some reactions. */
const EMOJIS: Readonly<Record<string, string>> = {
  love: "❤️",
  smile: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
  like: "👍",
  dislike: "👎",
};

function reactionOf(event: PageEvent, reaction: Part): readonly InboundEvent[] {
  const mid = textOf(reaction["mid"]);
  if (mid === "") return [];
  const removed = textOf(reaction["action"]) === "unreact";
  const emoji = removed ? "" : textOf(reaction["emoji"]) || (EMOJIS[textOf(reaction["reaction"])] ?? "👍");
  return [
    {
      ...base(event, `${mid}:${event.fromMe ? "me" : "them"}:${event.at}:${emoji}`),
      kind: "reaction",
      providerId: mid,
      fromMe: event.fromMe,
      author: event.fromMe ? [] : event.chat,
      emoji,
    },
  ];
}

function deliveryOf(event: PageEvent, delivery: Part): readonly InboundEvent[] {
  const upTo = numberOf(delivery["watermark"]);
  return upTo === null ? [] : [{ ...base(event, `received:${upTo}`), kind: "watermark", ack: 2, upTo }];
}

/** Pages send the time up to which a person has read; Instagram does not, so the time of the call is used. */
function readOf(event: PageEvent, read: Part): readonly InboundEvent[] {
  const upTo = numberOf(read["watermark"]) ?? event.at;
  return [{ ...base(event, `read:${upTo}`), kind: "watermark", ack: 3, upTo }];
}
