import { randomBytes } from "node:crypto";
import type { proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Group } from "#simulator/groups/announce.ts";
import type { Addressing } from "#simulator/jids.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { kindOf, wireType } from "#simulator/phones/content.ts";
import { keepMessage } from "#simulator/phones/keep-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { distributeSenderKey } from "./group-keys.ts";
import { handOver } from "./hand-over.ts";
import { addressOf, chatJid, isGroup, type OpenLetter } from "./letter.ts";
import { messageStanza, type Sealed, type StanzaExtras } from "./message-stanza.ts";
import { sealFor, sealForGroup } from "./seal.ts";

export interface PostOptions {
  /** Message id; a new one when absent. */
  readonly id?: string;
  /** Form of address; the phone's default when absent. */
  readonly addressing?: Addressing;
  /** Time of writing, ms since 1970; the network's current time when absent. */
  readonly at?: number;
}

const EDIT_KINDS: Partial<Record<ReturnType<typeof kindOf>, string>> = { edit: "1", revoke: "7" };

function newMessageId(): string {
  return `3A${randomBytes(9).toString("hex").toUpperCase()}`;
}

/** Stanza attributes that a content requires. */
export function extrasFor(content: proto.IMessage): StanzaExtras {
  return { type: wireType(content).type, edit: EDIT_KINDS[kindOf(content)] ?? null };
}

/** Creates the letter that a handset sends. */
export function writeLetter(
  author: Phone,
  to: Phone | Group,
  content: proto.IMessage,
  options: PostOptions = {},
): OpenLetter {
  return {
    id: options.id ?? newMessageId(),
    author,
    device: 0,
    to,
    content,
    addressing: isGroup(to) ? to.addressing : (options.addressing ?? author.addressing),
    at: options.at ?? author.network.clock.now(),
  };
}

/** Sends from a handset: to the other handset, to every linked device of both sides, in order per author. */
export function post(
  author: Phone,
  to: Phone | Group,
  content: proto.IMessage,
  options: PostOptions = {},
): Promise<ChatMessage> {
  const letter = writeLetter(author, to, content, options);
  return author.enqueue(async () => {
    const message = keepMessage(author, letter, "sent");
    await (isGroup(to) ? spreadToGroup(letter, to) : spread(letter, to));
    return message;
  });
}

async function spread(letter: OpenLetter, to: Phone): Promise<void> {
  const { author, content } = letter;
  if (to.blocklist.has(author.number)) return;
  for (const reader of to.companions.values()) {
    deliverLetter(letter, reader, [await sealFor(author, reader, content)]);
  }
  await copyToOwnCompanions(letter);
  if (to !== author) handOver(to, letter);
  // An account may answer a person who wrote to it, even while it is locked.
  to.standing.tokens.add(author.number);
}

async function spreadToGroup(letter: OpenLetter, group: Group): Promise<void> {
  const { author, content } = letter;
  const readers = [...group.members].flatMap(({ companions }) => [...companions.values()]);
  const keys = new Map<Companion, Sealed | undefined>();
  for (const reader of readers) keys.set(reader, await distributeSenderKey(author, group, reader));
  if (readers.length > 0) {
    const sealed = await sealForGroup(author, group, content);
    for (const [reader, key] of keys) deliverLetter(letter, reader, key ? [key, sealed] : [sealed]);
  }
  for (const member of group.members) if (member !== author) handOver(member, letter);
}

/** Copies a message typed on the phone to the owner's linked devices, where it appears as their own. */
async function copyToOwnCompanions(letter: OpenLetter): Promise<void> {
  const { author, content } = letter;
  for (const reader of author.companions.values()) {
    const destinationJid = chatJid(letter, author);
    const copy = { deviceSentMessage: { destinationJid, message: content } };
    const sealed = await sealFor(author, reader, copy);
    deliverLetter(letter, reader, [{ ...sealed, attrs: { mediatype: wireType(content).mediaType } }]);
  }
}

function deliverLetter(letter: OpenLetter, reader: Companion, sealed: Sealed[]): void {
  const stanza = messageStanza(letter, reader, sealed, extrasFor(letter.content));
  const { network } = letter.author;
  if (network.faults.swallows(reader, letter.author)) return;
  network.ledger.queued(reader, letter.id, stanza.attrs["from"] ?? "", network.clock.now());
  reader.deliver(stanza);
}

/** Sends a message between the devices of one account, which no chat shows: keys, history, requests. */
export async function postToCompanion(
  author: Phone,
  reader: Companion,
  content: proto.IMessage,
): Promise<string> {
  const letter: OpenLetter = { ...writeLetter(author, author, content), addressing: "pn" };
  await author.enqueue(async () => {
    const sealed = await sealFor(author, reader, content);
    const stanza = messageStanza(letter, reader, [sealed], { category: "peer" });
    reader.deliver({ ...stanza, attrs: { ...stanza.attrs, from: addressOf(author, "pn") } });
  });
  return letter.id;
}
