import type { proto } from "@whiskeysockets/baileys";
import type { Group } from "#simulator/groups/announce.ts";
import { type Addressing, groupJid, lidJid, pnJid } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** A message in transit: author and device, destination, and form of address. */
export interface Letter {
  readonly id: string;
  readonly author: Phone;
  /** 0 = the handset, others are companions. */
  readonly device: number;
  readonly to: Phone | Group;
  readonly addressing: Addressing;
  /** ms since 1970. */
  readonly at: number;
}

/** A message with known plaintext: it comes from or goes to a handset. */
export interface OpenLetter extends Letter {
  readonly content: proto.IMessage;
}

export function isGroup(target: Phone | Group): target is Group {
  return "members" in target;
}

/** An account's address in the wanted form; the number when it has no LID. */
export function addressOf(phone: Phone, addressing: Addressing, device = 0): string {
  return addressing === "lid" && phone.lid ? lidJid(phone.lid, device) : pnJid(phone.number, device);
}

/** The address of the account in the other form, where the network includes it. */
export function alternateOf(phone: Phone, addressing: Addressing): string | null {
  if (addressing === "lid") return phone.hidesNumber ? null : pnJid(phone.number);
  return phone.lid ? lidJid(phone.lid) : null;
}

/** The chat of a letter from the view of `owner`: the other person's number or the group's id. */
export function chatOf(letter: Letter, owner: Phone): string {
  if (isGroup(letter.to)) return letter.to.id;
  return letter.to === owner ? letter.author.number : letter.to.number;
}

/** The chat's address on the companions of `owner`. */
export function chatJid(letter: Letter, owner: Phone): string {
  if (isGroup(letter.to)) return groupJid(letter.to.id);
  return addressOf(letter.to === owner ? letter.author : letter.to, letter.addressing);
}
