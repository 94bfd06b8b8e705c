import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import { listOf, numberOf, type Part, partOf, textOf } from "./parts.ts";
import { contentsOf } from "./translate-content.ts";
import type { Translator } from "./translator.ts";

type PageKind = "page" | "instagram";

/** The `messaging` of a page or an Instagram account; `standby` belongs to another app that has the conversation. */
export const translatePages =
  (kind: PageKind): Translator =>
  (entry, nowMs) => {
    const externalId = textOf(entry["id"]);
    if (externalId === "") return [];
    const events = listOf(entry["messaging"]).flatMap((part) => eventsOf(kind, externalId, part, nowMs));
    return [{ kind, externalId, events }];
  };

interface Heard {
  readonly part: Part;
  readonly at: number;
  readonly chatKey: string;
  readonly chat: readonly NetworkIdentity[];
  /** What the page or account did itself. */
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
  const heard: Heard = {
    part,
    at: Math.min(numberOf(part["timestamp"]) ?? nowMs, nowMs),
    chatKey: `${identity.kind}:${accountId}:${person}`,
    chat: [identity],
    fromMe,
  };
  if (part["message"]) return messageOf(heard, message);
  if (part["postback"]) return postbackOf(heard, partOf(part["postback"]));
  if (part["reaction"]) return reactionOf(heard, partOf(part["reaction"]));
  if (part["delivery"]) return deliveryOf(heard, partOf(part["delivery"]));
  if (part["read"]) return readOf(heard, partOf(part["read"]));
  return [];
}

const base = ({ chatKey, chat, at }: Heard, eventKey: string) => ({ chatKey, chat, at, eventKey });

function messageOf(heard: Heard, message: Part): readonly InboundEvent[] {
  const mid = textOf(message["mid"]);
  if (mid === "") return [];
  const { fromMe } = heard;
  if (message["is_deleted"] === true)
    return [{ ...base(heard, `${mid}:deleted`), kind: "revoke", providerId: mid, fromMe }];
  const quotedId = textOf(partOf(message["reply_to"])["mid"]);
  const [first, ...more] = contentsOf(message);
  if (!first) return [{ ...base(heard, mid), kind: "skipped", providerId: mid, reason: "empty" }];
  // Several files of one message: each is a message of its own, under its place in it.
  return [first, ...more].map((content, index) => {
    const providerId = index === 0 ? mid : `${mid}#${index}`;
    return {
      ...base(heard, providerId),
      kind: "message",
      providerId,
      fromMe,
      participant: null,
      pushName: null,
      content,
      quoted: quotedId !== "" && index === 0 ? { providerId: quotedId, body: "", fromMe: false } : null,
      ...(fromMe && { ownId: textOf(message["metadata"]) || null }),
      offline: false,
      history: false,
    } as const;
  });
}

/** A pressed button says what stood on it. */
function postbackOf(heard: Heard, postback: Part): readonly InboundEvent[] {
  const payload = textOf(postback["payload"]);
  const text = textOf(postback["title"]) || payload;
  const providerId = textOf(postback["mid"]) || `postback:${heard.at}:${text}`;
  if (text === "" || heard.fromMe) return [];
  return [
    {
      ...base(heard, providerId),
      kind: "message",
      providerId,
      fromMe: false,
      participant: null,
      pushName: null,
      content: { type: "text", text, ...(payload !== "" && { tap: payload }) },
      quoted: null,
      offline: false,
      history: false,
    },
  ];
}

/** Instagram names some reactions by a word only. */
const EMOJIS: Readonly<Record<string, string>> = {
  love: "❤️",
  smile: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
  like: "👍",
  dislike: "👎",
};

function reactionOf(heard: Heard, reaction: Part): readonly InboundEvent[] {
  const mid = textOf(reaction["mid"]);
  if (mid === "") return [];
  const taken = textOf(reaction["action"]) === "unreact";
  const emoji = taken ? "" : textOf(reaction["emoji"]) || (EMOJIS[textOf(reaction["reaction"])] ?? "👍");
  return [
    {
      ...base(heard, `${mid}:${heard.fromMe ? "me" : "them"}:${heard.at}:${emoji}`),
      kind: "reaction",
      providerId: mid,
      fromMe: heard.fromMe,
      author: heard.fromMe ? [] : heard.chat,
      emoji,
    },
  ];
}

function deliveryOf(heard: Heard, delivery: Part): readonly InboundEvent[] {
  const upTo = numberOf(delivery["watermark"]);
  return upTo === null ? [] : [{ ...base(heard, `received:${upTo}`), kind: "watermark", ack: 2, upTo }];
}

/** Pages tell up to when somebody has read; Instagram tells it by the message, and the time of the call. */
function readOf(heard: Heard, read: Part): readonly InboundEvent[] {
  const upTo = numberOf(read["watermark"]) ?? heard.at;
  return [{ ...base(heard, `read:${upTo}`), kind: "watermark", ack: 3, upTo }];
}
