import type { Companion } from "#simulator/devices/companion.ts";
import { isFurther } from "#simulator/phones/chat-message.ts";
import { type BinaryNode, child, children, node } from "#simulator/transport/node.ts";
import { advance, type ReportedStep, report } from "./report.ts";
import { answerRetry } from "./retry.ts";

const STEP_OF: Readonly<Record<string, ReportedStep>> = {
  "": "delivered",
  inactive: "delivered",
  read: "read",
  played: "played",
};
const SELF_READ = "read-self";

/** A receipt from a linked device: removes the messages from its queue and notifies their authors. */
export function receiveReceipt(reader: Companion, receipt: BinaryNode): void {
  const { network } = reader.phone;
  const { id = "", type = "", to, participant, recipient } = receipt.attrs;
  reader.whisper(node("ack", { class: "receipt", id, type: type || null, from: to }));
  if (type === "retry") {
    void answerRetry(reader, receipt);
    return;
  }
  const ids = [id, ...children(child(receipt, "list"), "item").map((item) => item.attrs["id"] ?? "")];
  const now = network.clock.now();
  for (const each of ids) {
    const stanza = reader.queue.acknowledge("message", each, [to, participant, recipient]);
    const by = type ? `receipt:${type}` : "receipt";
    if (stanza) network.ledger.settled(reader, stanza.attrs["from"] ?? "", each, by, now);
    if (type === "read" || type === SELF_READ) network.ledger.read(reader, each, now);
  }
  const step = STEP_OF[type];
  if (step) tellAuthor(reader, receipt, ids, step);
  if (type === "read" || type === SELF_READ) markReadAtHandset(reader, receipt, ids);
}

function tellAuthor(
  reader: Companion,
  receipt: BinaryNode,
  ids: readonly string[],
  step: ReportedStep,
): void {
  const { directory } = reader.phone.network;
  const { to, participant } = receipt.attrs;
  const author = directory.find(participant ?? to);
  if (!author || author.phone === reader.phone) return;
  const group = directory.group(to ?? "") ?? null;
  const messages = ids.map((id) => ({ id, addressing: group?.addressing ?? author.addressing }));
  if (author.phone.companions.size > 0) report(reader.phone, author.phone, group, messages, step);
  else {
    for (const id of ids) advance(author.phone, group?.id ?? reader.phone.number, id, reader.phone, step);
  }
}

/** Messages read on one device are marked as read on the phone too. */
function markReadAtHandset(reader: Companion, receipt: BinaryNode, ids: readonly string[]): void {
  const { directory, feed } = reader.phone.network;
  const { to, participant } = receipt.attrs;
  const author = directory.find(participant ?? to);
  const chat = directory.group(to ?? "")?.id ?? author?.phone.number;
  if (!author || !chat) return;
  for (const id of ids) {
    const message = reader.phone.chats.get(chat, author.phone.number, id);
    if (!message || !isFurther(message.step, "read")) continue;
    message.step = "read";
    feed.emit({ type: "changed", number: reader.phone.number, message });
  }
}

/**
 * Handles an `<ack>` of a linked device: removes receipts, notifications, calls, or a rejected message from its
 * queue.
 */
export function receiveAck(reader: Companion, ack: BinaryNode): void {
  const { id = "", class: tag = "", to, participant, recipient, error } = ack.attrs;
  const stanza = reader.queue.acknowledge(tag, id, [to, participant, recipient]);
  if (!stanza || tag !== "message") return;
  const { network } = reader.phone;
  const by = error ? `nack:${error}` : "ack";
  network.ledger.settled(reader, stanza.attrs["from"] ?? "", id, by, network.clock.now());
}
