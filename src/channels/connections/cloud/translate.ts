import { listOf, numberOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import { referralOf } from "#channels/connections/meta/referral.ts";
import type { Delivery, Translator } from "#channels/connections/meta/translator.ts";
import type { InboundEvent, NetworkIdentity, ReportedPricing } from "#channels/connections/provider.ts";
import { phoneAddress } from "./payload.ts";
import { refusalOf } from "./refusal.ts";
import { contentOf } from "./translate-content.ts";
import { historyOf } from "./translate-history.ts";

/** Translates `whatsapp_business_account`: messages, their statuses, and echoes of messages sent from the phone. */
export const translateCloud: Translator = (entry, nowMs) => {
  const businessId = textOf(entry["id"]);
  return listOf(entry["changes"]).flatMap((change): Delivery[] => {
    const value = partOf(change["value"]);
    const externalId = textOf(partOf(value["metadata"])["phone_number_id"]);
    if (externalId === "") return [];
    const context: EntryContext = { businessId, externalId, people: listOf(value["contacts"]), nowMs };
    const isStandby = textOf(change["field"]) === "standby";
    const translated = [
      ...listOf(value["messages"]).flatMap((part) => messageOf(context, part, false)),
      ...listOf(value["message_echoes"]).flatMap((part) => messageOf(context, part, true)),
      ...listOf(value["statuses"]).flatMap((part) => statusOf(context, part)),
    ];
    const events = isStandby
      ? translated.map((event) => (event.kind === "message" ? { ...event, standby: true } : event))
      : translated;
    if (value["history"] === undefined && value["state_sync"] === undefined)
      return [{ kind: "phone", externalId, events }];
    const ownNumber = textOf(partOf(value["metadata"])["display_phone_number"]).replace(/\D/g, "");
    const history = historyOf(value, ownNumber, (part, customer, fromMe) =>
      messageOf(context, part, fromMe, customer).map((event) =>
        event.kind === "message" ? { ...event, eventKey: historyKeyOf(event), history: true } : event,
      ),
    );
    return [
      {
        ...{ kind: "phone" as const, externalId },
        events: [...events, ...history.events],
        history: history.parts,
        addressBook: addressBookOf(value),
      },
    ];
  });
};

/**
 * The file of a history message is delivered by a later call under the same message id. Its key differs from that of
 * the first call, so that the durable inbox does not ignore it as a repetition.
 */
const historyKeyOf = ({ eventKey, content }: Extract<InboundEvent, { kind: "message" }>): string =>
  content.type === "media" && content.media.file.state === "missing" && content.media.file.fresh
    ? `${eventKey}:file`
    : eventKey;

/** Entries that were added to the phone's address book. Removed entries are ignored. */
const addressBookOf = (value: Part) =>
  listOf(value["state_sync"])
    .filter((part) => textOf(part["type"]) === "contact" && textOf(part["action"]) === "add")
    .map(({ contact }) => ({
      name: textOf(partOf(contact)["full_name"]) || textOf(partOf(contact)["first_name"]),
      number: textOf(partOf(contact)["phone_number"]).replace(/^\+/, ""),
    }))
    .filter(({ name, number }) => name !== "" && /^\d{8,20}$/.test(number));

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

/** Scope of parent ids, which several portfolios of one owner share. A parent id is never used as an address. */
const PARENT_SCOPE = "parent";

/** The identities of one person: phone number, business-scoped id, its parent, username. Any may be missing. */
function chatOf(
  { businessId, externalId, people }: EntryContext,
  phone: string,
  userId: string,
  parentId = "",
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
  const parent = parentId || textOf(known?.["parent_user_id"]);
  if (parent !== "") chat.push({ kind: "bsuid", value: parent, address: parent, scope: PARENT_SCOPE });
  if (username !== "") chat.push({ kind: "username", value: username, address: username });
  const name = textOf(profile["name"]) || (username === "" ? null : `@${username}`);
  return { chatKey: `cloud:${externalId}:${ownId || number}`, chat, name };
}

function messageOf(
  context: EntryContext,
  part: Part,
  fromMe: boolean,
  customer?: { readonly phone: string; readonly userId: string },
): readonly InboundEvent[] {
  const providerId = textOf(part["id"]);
  const type = textOf(part["type"]);
  const found = customer
    ? chatOf(context, customer.phone, customer.userId)
    : fromMe
      ? chatOf(context, textOf(part["to"]), textOf(part["to_user_id"]))
      : chatOf(
          context,
          textOf(part["from"]),
          textOf(part["from_user_id"]),
          textOf(part["from_parent_user_id"]),
        );
  if (type === "system") return identityOf(context, part, found);
  if (!found || providerId === "") return [];
  const { chatKey, chat, name } = found;
  const base = { chatKey, chat, at: timeOf(part, context.nowMs) };
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
      ...(fromMe ? { ownId: null } : referralOf(part)),
      offline: false,
      history: false,
    },
  ];
}

const CHANGES: readonly string[] = ["user_changed_number", "user_changed_user_id"];

/** A system message about a person whose ids changed (docs/rules/contacts.md#changed-ids). */
function identityOf(context: EntryContext, part: Part, sender: Chat | null): readonly InboundEvent[] {
  const system = partOf(part["system"]);
  const providerId = textOf(part["id"]);
  const after = chatOf(
    context,
    textOf(system["wa_id"]) || textOf(system["new_wa_id"]),
    textOf(system["user_id"]),
    textOf(system["parent_user_id"]),
  );
  const before = chatOf(
    context,
    textOf(part["from"]),
    textOf(system["previous_user_id"]),
    textOf(system["previous_parent_user_id"]),
  );
  const person = before ?? sender ?? after;
  if (!person || !after || !CHANGES.includes(textOf(system["type"]))) return [];
  const isKept = (one: NetworkIdentity) =>
    after.chat.every(({ kind, scope }) => kind !== one.kind || scope !== one.scope) ||
    after.chat.some(
      ({ kind, value, scope }) => kind === one.kind && value === one.value && scope === one.scope,
    );
  const known = before?.chat ?? sender?.chat ?? [];
  return [
    {
      chatKey: person.chatKey,
      chat: person.chat,
      at: timeOf(part, context.nowMs),
      eventKey: providerId,
      kind: "identity",
      identities: [...after.chat, ...known.filter(isKept)],
      former: known.filter((one) => !isKept(one)),
      name: null,
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
  const pricing = pricingOf(partOf(part["pricing"]));
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
      ...(pricing && { pricing }),
    },
  ];
}

/** Maximum length of a value of `pricing`, characters; longer ones are cut. Unknown values are stored unchanged. */
const WORD = 40;

function pricingOf(part: Part): ReportedPricing | null {
  const category = textOf(part["category"]).toLowerCase().slice(0, WORD);
  if (category === "") return null;
  const type = textOf(part["type"]).toLowerCase().slice(0, WORD);
  return { billable: part["billable"] !== false, type: type === "" ? "regular" : type, category };
}

/** The timestamp is in seconds; times in the future become now. */
const timeOf = (part: Part, nowMs: number): number =>
  Math.min((numberOf(part["timestamp"]) ?? nowMs / 1000) * 1000, nowMs);
