import type { Companion } from "#simulator/devices/companion.ts";
import { bundleNodes, readRetryBundle } from "#simulator/devices/key-bundle.ts";
import { groupJid } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, child, node, writeNumber } from "#simulator/transport/node.ts";
import { distributeSenderKey, forgetSenderKey } from "./group-keys.ts";
import { addressOf, isGroup, type Letter } from "./letter.ts";
import { messageStanza } from "./message-stanza.ts";
import { extrasFor, writeLetter } from "./post.ts";
import { sealFor } from "./seal.ts";

/** A handset that could not decrypt requests a new encryption with fresh keys from the sending device. */
export function askForRetry(phone: Phone, letter: Letter): void {
  const sender = letter.author.companions.get(letter.device);
  if (!sender) return;
  const self = addressOf(phone, letter.addressing);
  const t = Math.floor(letter.at / 1000);
  const bundle = phone.handset.bundle();
  const [registration, ...keys] = bundleNodes(bundle);
  sender.deliver(
    node(
      "receipt",
      {
        ...(isGroup(letter.to) ? { from: groupJid(letter.to.id), participant: self } : { from: self }),
        id: letter.id,
        type: "retry",
        t,
      },
      [
        node("retry", { count: 1, id: letter.id, t, v: 1 }),
        registration ?? node("registration", {}, writeNumber(bundle.registrationId, 4)),
        node("keys", {}, keys),
      ],
    ),
  );
}

/** Handles a retry request of a linked device: the author's handset encrypts the same message again for that device. */
export async function answerRetry(reader: Companion, receipt: BinaryNode): Promise<void> {
  const { network } = reader.phone;
  const to = receipt.attrs["to"];
  const author = network.directory.find(receipt.attrs["participant"] ?? to);
  const group = network.directory.group(to ?? "");
  const id = receipt.attrs["id"] ?? "";
  if (author?.device !== 0) return;
  const phone = author.phone;
  const peer = network.directory.find(receipt.attrs["recipient"])?.phone ?? reader.phone;
  const message = phone.chats.get(group?.id ?? peer.number, phone.number, id);
  if (!message) return;
  await phone.enqueue(async () => {
    await phone.handset.openSession(reader.address, readRetryBundle(receipt) ?? reader.takeBundle());
    const letter = {
      ...writeLetter(phone, group ?? peer, message.content, { id, at: message.at }),
      addressing: message.addressing,
    };
    const count = child(receipt, "retry")?.attrs["count"] ?? "1";
    const isOwnCopy = phone === reader.phone && !group;
    const content = isOwnCopy
      ? {
          deviceSentMessage: {
            destinationJid: addressOf(peer, message.addressing),
            message: message.content,
          },
        }
      : message.content;
    if (group) forgetSenderKey(phone, group, reader);
    const key = group ? await distributeSenderKey(phone, group, reader) : undefined;
    const sealed = await sealFor(phone, reader, content);
    const again = { ...sealed, attrs: { ...sealed.attrs, count } };
    reader.deliver(messageStanza(letter, reader, key ? [key, again] : [again], extrasFor(message.content)));
  });
}
