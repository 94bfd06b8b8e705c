import { listOf, numberOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import type { Delivery, Translator } from "#channels/connections/meta/translator.ts";
import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import { phoneAddress } from "./payload.ts";
import { refusalOf } from "./refusal.ts";
import { contentOf } from "./translate-content.ts";

/** Translates `whatsapp_business_account`: messages, their statuses, and echoes of messages sent from the phone. */
export const translateCloud: Translator = (entry, nowMs) => {
  const businessId = textOf(entry["id"]);
  return listOf(entry["changes"]).flatMap((change): Delivery[] => {
    const value = partOf(change["value"]);
    const externalId = textOf(partOf(value["metadata"])["phone_number_id"]);
    if (externalId === "") return [];
    const context: EntryContext = { businessId, externalId, people: listOf(value["contacts"]), nowMs };
    const events = [
      ...listOf(value["messages"]).flatMap((part) => messageOf(context, part, false)),
      ...listOf(value["message_echoes"]).flatMap((part) => messageOf(context, part, true)),
      ...listOf(value["statuses"]).flatMap((part) => statusOf(context, part)),
    ];
    return [{ kind: "phone", externalId, events }];
  });
};

interface EntryContext {
  readonly businessId: string;
  readonly externalId: string;
  /** The authors of the messages, with their profiles. */
  readonly people: readonly Part[];
  readonly nowMs: number;
}
interface Chat {
  readonly chatKey: string;
  readonly chat: readonly NetworkIdentity[];
  readonly name: string | null;
}

/** The identities of one person: phone number, business-scoped id, username. Any may be missing. */
function chatOf(
  { businessId, externalId, people }: EntryContext,
  phone: string,
  userId: string,
): Chat | null {
  const known = people.find(
    (person) =>
      (phone !== "" && textOf(person["wa_id"]) === phone) ||
      (userId !== "" && textOf(person["user_id"]) === userId),
  );
  const number = phone || textOf(known?.["wa_id"]);
  const ownId = userId || textOf(known?.["user_id"]);
  const profile = partOf(known?.["profile"]);
  const username = (textOf(profile["username"]) || textOf(known?.["username"]))
    .replace(/^@/, "")
    .toLowerCase();
  const chat: NetworkIdentity[] = [];
  if (/^\d+$/.test(number)) chat.push({ kind: "pn", value: number, address: phoneAddress(number) });
  if (ownId !== "") chat.push({ kind: "bsuid", value: ownId, address: ownId, scope: businessId });
  if (chat.length === 0) return null;
  if (username !== "") chat.push({ kind: "username", value: username, address: username });
  const name = textOf(profile["name"]) || (username === "" ? null : `@${username}`);
  return { chatKey: `cloud:${externalId}:${ownId || number}`, chat, name };
}

function messageOf(context: EntryContext, part: Part, fromMe: boolean): readonly InboundEvent[] {
  const providerId = textOf(part["id"]);
  const found = fromMe
    ? chatOf(context, textOf(part["to"]), textOf(part["to_user_id"]))
    : chatOf(context, textOf(part["from"]), textOf(part["from_user_id"]));
  if (!found || providerId === "") return [];
  const { chatKey, chat, name } = found;
  const base = { chatKey, chat, at: timeOf(part, context.nowMs) };
  const type = textOf(part["type"]);
  const about = partOf(part[type]);
  if (type === "reaction") {
    const emoji = textOf(about["emoji"]);
    const target = textOf(about["message_id"]);
    const eventKey = `${target}:${fromMe ? "me" : "them"}:${base.at}:${emoji}`;
    const author = fromMe ? [] : chat;
    return [{ ...base, eventKey, kind: "reaction", providerId: target, fromMe, author, emoji }];
  }
  if (type === "revoke") {
    const target = textOf(about["original_message_id"]);
    return [{ ...base, eventKey: `${target}:deleted`, kind: "revoke", providerId: target, fromMe }];
  }
  if (type === "edit") {
    const target = textOf(about["original_message_id"]);
    const body = textOf(partOf(partOf(about["message"])["text"])["body"]);
    if (body !== "")
      return [{ ...base, eventKey: `${target}:${base.at}`, kind: "edit", providerId: target, fromMe, body }];
  }
  const content = contentOf(part);
  if (!content)
    return [{ ...base, eventKey: providerId, kind: "skipped", providerId, reason: type || "empty" }];
  const quotedId = textOf(partOf(part["context"])["id"]);
  return [
    {
      ...base,
      eventKey: providerId,
      kind: "message",
      providerId,
      fromMe,
      participant: null,
      pushName: fromMe ? null : name,
      content,
      quoted: quotedId === "" ? null : { providerId: quotedId, body: "", fromMe: false },
      // Echo of a message written on the phone; our own sends are confirmed by their statuses.
      ...(fromMe && { ownId: null }),
      offline: false,
      history: false,
    },
  ];
}

const ACKS: Readonly<Record<string, 1 | 2 | 4 | 5>> = { sent: 1, delivered: 2, read: 4, played: 5 };

function statusOf(context: EntryContext, part: Part): readonly InboundEvent[] {
  const providerId = textOf(part["id"]);
  const status = textOf(part["status"]);
  const found = chatOf(context, textOf(part["recipient_id"]), textOf(part["recipient_user_id"]));
  const ack = status === "failed" ? -1 : ACKS[status];
  if (!found || providerId === "" || ack === undefined) return [];
  const refusal = ack === -1 ? refusalOf(partOf(listOf(part["errors"])[0])) : null;
  return [
    {
      chatKey: found.chatKey,
      chat: found.chat,
      at: timeOf(part, context.nowMs),
      eventKey: `${providerId}:${status}`,
      kind: "ack",
      providerId,
      ack,
      error: refusal?.detail ?? null,
      ...(refusal && { code: refusal.code }),
      ownId: textOf(part["biz_opaque_callback_data"]) || null,
    },
  ];
}

/** The timestamp is in seconds; times in the future become now. */
const timeOf = (part: Part, nowMs: number): number =>
  Math.min((numberOf(part["timestamp"]) ?? nowMs / 1000) * 1000, nowMs);
