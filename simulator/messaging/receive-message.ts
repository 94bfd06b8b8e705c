import { proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Addressee } from "#simulator/directory.ts";
import { isGroupJid } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, bytesOf, child, children, node } from "#simulator/transport/node.ts";
import { receiveGroupMessage } from "./group-message.ts";
import { handOver } from "./hand-over.ts";
import type { Letter } from "./letter.ts";
import { messageStanza, type Sealed } from "./message-stanza.ts";
import { askForRetry } from "./retry.ts";

/** A message from a linked device: acknowledged at once, then passed on device by device, in order. */
export function receiveMessage(sender: Companion, stanza: BinaryNode): Promise<void> {
  const { network } = sender.phone;
  const error = network.faults.ackError(sender, stanza);
  sender.whisper(
    node("ack", {
      class: "message",
      id: stanza.attrs["id"],
      from: stanza.attrs["to"],
      t: Math.floor(network.clock.now() / 1000),
      error,
    }),
  );
  if (error !== null) return Promise.resolve();
  return sender.lane.run(() => route(sender, stanza));
}

async function route(sender: Companion, stanza: BinaryNode): Promise<void> {
  if (stanza.attrs["category"] === "peer") return;
  const isForGroup = isGroupJid(stanza.attrs["to"]) || isGroupJid(stanza.attrs["recipient"]);
  if (isForGroup) return receiveGroupMessage(sender, stanza);
  const { directory } = sender.phone.network;
  const peer = directory.find(stanza.attrs["recipient"] ?? stanza.attrs["to"]);
  if (!peer || peer.phone.blocklist.has(sender.phone.number)) return;
  const letter = letterFrom(sender, stanza, peer);
  for (const [jid, sealed] of parts(stanza)) {
    const addressee = directory.find(jid);
    if (addressee) await passOn(letter, addressee, sealed, stanza);
  }
}

function letterFrom(sender: Companion, stanza: BinaryNode, peer: Addressee): Letter {
  return {
    id: stanza.attrs["id"] ?? "",
    author: sender.phone,
    device: sender.id,
    to: peer.phone,
    addressing: peer.addressing,
    at: sender.phone.network.clock.now(),
  };
}

/** The encrypted parts of a stanza with the device each is for; a retry carries one for its `to` alone. */
export function parts(stanza: BinaryNode): [string, Sealed][] {
  const found: [string, Sealed][] = [];
  for (const to of children(child(stanza, "participants"), "to")) {
    const sealed = sealedIn(child(to, "enc"));
    if (sealed && to.attrs["jid"]) found.push([to.attrs["jid"], sealed]);
  }
  const own = child(stanza, "enc");
  const sealed = own?.attrs["type"] === "skmsg" ? undefined : sealedIn(own);
  const addressee = stanza.attrs["participant"] ?? stanza.attrs["to"];
  if (sealed && addressee) found.push([addressee, sealed]);
  return found;
}

export function sealedIn(enc: BinaryNode | undefined): Sealed | undefined {
  const body = bytesOf(enc);
  const type = enc?.attrs["type"];
  if (!enc || !body || (type !== "pkmsg" && type !== "msg" && type !== "skmsg")) return undefined;
  const { mediatype = null, count = null } = enc.attrs;
  return { type, body, attrs: { mediatype, count } };
}

async function passOn(letter: Letter, to: Addressee, sealed: Sealed, stanza: BinaryNode): Promise<void> {
  if (to.device === 0) return openAtHandset(letter, to.phone, sealed);
  const reader = to.phone.companions.get(to.device);
  if (!reader) return;
  const { type = "text", edit = null } = stanza.attrs;
  const copy = messageStanza(letter, reader, [sealed], { type, edit });
  letter.author.network.ledger.queued(reader, letter.id, copy.attrs["from"] ?? "", letter.at);
  reader.deliver(copy);
}

async function openAtHandset(letter: Letter, phone: Phone, sealed: Sealed): Promise<void> {
  const content = await decryptAt(phone, letter, sealed);
  if (!content) return askForRetry(phone, letter);
  handOver(phone, { ...letter, content: content.deviceSentMessage?.message ?? content });
}

/** Decrypts at a handset; undefined when it cannot be read (or a fault says so). */
export async function decryptAt(
  phone: Phone,
  letter: Letter,
  sealed: Sealed,
): Promise<proto.Message | undefined> {
  if (sealed.type === "skmsg" || phone.network.faults.failsToDecrypt(phone)) return undefined;
  const author = `${letter.author.number}.${letter.device}`;
  try {
    const padded = await phone.handset.decrypt(author, sealed.type, sealed.body);
    return proto.Message.decode(unpadRandomMax16(padded));
  } catch {
    phone.network.problems.push(`${phone.number} could not decrypt ${letter.id}`);
    return undefined;
  }
}
