import type { Companion } from "#simulator/devices/companion.ts";
import type { CipherType } from "#simulator/devices/signal-device.ts";
import { groupJid } from "#simulator/jids.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import { addressOf, alternateOf, isGroup, type Letter } from "./letter.ts";

/** One encrypted part of a message stanza, for one device or a group. */
export interface Sealed {
  readonly type: CipherType | "skmsg";
  readonly body: Uint8Array;
  /** Attributes of `<enc>` besides the type (`mediatype`, `count`, `decrypt-fail`). */
  readonly attrs?: Readonly<Record<string, string | null>>;
}

/** Attributes of the stanza besides the addresses. */
export interface StanzaExtras {
  /** `text`, `media` or `reaction`. */
  readonly type?: string;
  /** Number of the edit kind: `1` edit, `7` revoke. */
  readonly edit?: string | null;
  /** `peer` for messages between the devices of one account, which no chat shows. */
  readonly category?: string | null;
}

/** The stanza of a letter for one linked device. */
export function messageStanza(
  letter: Letter,
  reader: Companion,
  sealed: readonly Sealed[],
  extras: StanzaExtras = {},
): BinaryNode {
  const attrs = {
    ...addressAttributes(letter, reader),
    id: letter.id,
    type: extras.type ?? "text",
    t: Math.floor(letter.at / 1000),
    notify: letter.author.name,
    addressing_mode: letter.addressing,
    edit: extras.edit,
    category: extras.category,
  };
  const parts = sealed.map(({ type, body, attrs: more }) => node("enc", { v: 2, type, ...more }, body));
  return node("message", attrs, parts);
}

function addressAttributes(letter: Letter, reader: Companion): Record<string, string | null> {
  const { author, addressing, device, to } = letter;
  const from = addressOf(author, addressing, device);
  const alternate = alternateOf(author, addressing);
  const otherForm = addressing === "lid" ? "pn" : "lid";
  if (isGroup(to)) {
    return { from: groupJid(to.id), participant: from, [`participant_${otherForm}`]: alternate };
  }
  if (author !== reader.phone) return { from, [`sender_${otherForm}`]: alternate };
  if (to === author) return { from };
  return {
    from,
    recipient: addressOf(to, addressing),
    [`peer_recipient_${otherForm}`]: alternateOf(to, addressing),
  };
}
