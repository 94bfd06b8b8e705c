import type { Companion } from "#simulator/devices/companion.ts";
import type { Addressee } from "#simulator/directory.ts";
import { isGroupJid } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { announceCap } from "#simulator/standing/announce.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import { receiveGroupMessage } from "./group-message.ts";
import { handOver } from "./hand-over.ts";
import { receivePeerMessage } from "./history-request.ts";
import type { Letter } from "./letter.ts";
import { messageStanza, type Sealed } from "./message-stanza.ts";
import { askForRetry } from "./retry.ts";
import { decryptAt, parts } from "./sealed-parts.ts";

/** Receives a message of a linked device: acknowledges it at once, then forwards it device by device, in order. */
export function receiveMessage(sender: Companion, stanza: BinaryNode): Promise<void> {
  const { network } = sender.phone;
  const error = network.faults.ackError(sender, stanza) ?? standingError(sender, stanza);
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
  return sender.enqueue(() => route(sender, stanza));
}

/** 463 or 475 when the account may not start this chat; groups and peer messages are free. */
function standingError(sender: Companion, stanza: BinaryNode): string | null {
  const { phone } = sender;
  const to = stanza.attrs["recipient"] ?? stanza.attrs["to"];
  if (stanza.attrs["category"] === "peer" || isGroupJid(to)) return null;
  const peer = phone.network.directory.find(to)?.phone;
  if (!peer || peer === phone) return null;
  const { standing } = phone;
  const before = standing.capStatus;
  const error = standing.refusal(peer);
  // The network sends a warning when the count of new chats crosses a threshold.
  if (standing.capStatus !== before) announceCap(phone);
  return error;
}

async function route(sender: Companion, stanza: BinaryNode): Promise<void> {
  if (stanza.attrs["category"] === "peer") {
    for (const [, sealed] of parts(stanza))
      await receivePeerMessage(sender, stanza.attrs["id"] ?? "", sealed);
    return;
  }
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
