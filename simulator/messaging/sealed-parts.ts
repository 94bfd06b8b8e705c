import { proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, bytesOf, child, children } from "#simulator/transport/node.ts";
import type { Letter } from "./letter.ts";
import type { Sealed } from "./message-stanza.ts";

/** The encrypted parts of a stanza with their devices; a retry has one part, for its `to`. */
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

/** Decrypts at a handset; undefined when decryption fails or an injected fault applies. */
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
