import type { Companion } from "#simulator/devices/companion.ts";
import { addressOf } from "#simulator/messaging/letter.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";

/** Devices that keep a list of this account's devices: its own, and those it has chats with. */
function observers(phone: Phone): Companion[] {
  const { directory } = phone.network;
  const peers = phone.chats.list().flatMap((chat) => directory.byNumber(chat) ?? []);
  return [phone, ...peers].flatMap(({ companions }) => [...companions.values()]);
}

function notify(phone: Phone, reader: Companion, type: string, content: BinaryNode): void {
  const { clock, requests } = phone.network;
  const t = Math.floor(clock.now() / 1000);
  const attrs = { from: addressOf(phone, phone.addressing), type, id: requests.newId(), t };
  reader.deliver(node("notification", attrs, [content]));
}

/** Announces that a device was linked to an account or unlinked. */
export function announceDevice(companion: Companion, change: "add" | "remove"): void {
  const { phone, id } = companion;
  const device = node("device", { jid: addressOf(phone, phone.addressing, id), "key-index": id });
  for (const reader of observers(phone)) {
    if (reader !== companion) notify(phone, reader, "devices", node(change, {}, [device]));
  }
}

/** Announces that an account has new keys. */
export function announceNewIdentity(phone: Phone): void {
  for (const reader of observers(phone)) notify(phone, reader, "encrypt", node("identity"));
}
