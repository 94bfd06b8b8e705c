import { encodeWAMessage, type proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import { watchPreKeys } from "#simulator/devices/watch-pre-keys.ts";
import type { Group } from "#simulator/groups/announce.ts";
import { groupJid } from "#simulator/jids.ts";
import { wireType } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Sealed } from "./message-stanza.ts";

/** Encrypts a content from a handset for one linked device; opens a Signal session first when there is none. */
export async function sealFor(author: Phone, reader: Companion, content: proto.IMessage): Promise<Sealed> {
  if (!author.handset.hasSession(reader.address)) {
    await author.handset.openSession(reader.address, reader.takeBundle());
    watchPreKeys(reader);
  }
  const { type, body } = await author.handset.encrypt(reader.address, encodeWAMessage(content));
  return { type, body, attrs: { mediatype: wireType(content).mediaType } };
}

/** Encrypts the group part of a message, the same bytes for every member. */
export async function sealForGroup(author: Phone, group: Group, content: proto.IMessage): Promise<Sealed> {
  const jid = groupJid(group.id);
  const body = await author.handset.encryptForGroup(jid, author.address, encodeWAMessage(content));
  return { type: "skmsg", body, attrs: { mediatype: wireType(content).mediaType } };
}

/** Encrypts the author's sender key of a group for one device that does not have it yet. */
export async function sealSenderKey(author: Phone, group: Group, reader: Companion): Promise<Sealed> {
  const jid = groupJid(group.id);
  const distribution = await author.handset.senderKeyDistribution(jid, author.address);
  return sealFor(author, reader, {
    senderKeyDistributionMessage: { groupId: jid, axolotlSenderKeyDistributionMessage: distribution },
  });
}
