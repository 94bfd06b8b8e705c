import { proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Group } from "#simulator/groups/announce.ts";
import { groupJid } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, child } from "#simulator/transport/node.ts";
import { handOver } from "./hand-over.ts";
import type { Letter } from "./letter.ts";
import { messageStanza, type Sealed } from "./message-stanza.ts";
import { askForRetry } from "./retry.ts";
import { decryptAt, parts, sealedIn } from "./sealed-parts.ts";

/**
 * Receives a group message of a linked device: forwards sender keys to their devices and the common part to every
 * member.
 */
export async function receiveGroupMessage(sender: Companion, stanza: BinaryNode): Promise<void> {
  const { directory, clock } = sender.phone.network;
  const jid = stanza.attrs["recipient"] ?? stanza.attrs["to"] ?? "";
  const group = directory.group(jid) ?? directory.group(stanza.attrs["to"] ?? "");
  if (!group?.members.has(sender.phone)) return;
  const letter: Letter = {
    id: stanza.attrs["id"] ?? "",
    author: sender.phone,
    device: sender.id,
    to: group,
    addressing: group.addressing,
    at: clock.now(),
  };
  const keyed = new Map<string, Sealed>();
  for (const [to, sealed] of parts(stanza)) {
    const addressee = directory.find(to);
    if (addressee) keyed.set(`${addressee.phone.number}.${addressee.device}`, sealed);
  }
  const common = sealedIn(child(stanza, "enc"));
  const shared = common?.type === "skmsg" ? common : undefined;
  for (const member of group.members) {
    await openAtMember(member, letter, group, keyed.get(member.address), shared);
    for (const reader of member.companions.values()) {
      if (reader === sender) continue;
      const parts = [keyed.get(reader.address), shared].filter((part) => part !== undefined);
      const { type = "text", edit = null } = stanza.attrs;
      if (parts.length > 0) reader.deliver(messageStanza(letter, reader, parts, { type, edit }));
    }
  }
}

async function openAtMember(
  member: Phone,
  letter: Letter,
  group: Group,
  own: Sealed | undefined,
  shared: Sealed | undefined,
): Promise<void> {
  if (!own && !shared) return;
  const opened = own && (await decryptAt(member, letter, own));
  const distribution = opened?.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
  const author = `${letter.author.number}.${letter.device}`;
  if (distribution) await member.handset.acceptSenderKey(groupJid(group.id), author, distribution);
  const content = shared ? await openShared(member, group, author, shared) : opened;
  if (content) handOver(member, { ...letter, content: content.deviceSentMessage?.message ?? content });
  else askForRetry(member, letter);
}

async function openShared(
  member: Phone,
  group: Group,
  author: string,
  shared: Sealed,
): Promise<proto.Message | undefined> {
  try {
    const padded = await member.handset.decryptFromGroup(groupJid(group.id), author, shared.body);
    return proto.Message.decode(unpadRandomMax16(padded));
  } catch {
    member.network.problems.push(`${member.number} could not decrypt in group ${group.id}`);
    return undefined;
  }
}
