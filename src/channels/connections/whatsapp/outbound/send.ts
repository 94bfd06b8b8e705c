import { proto, type WASocket } from "@whiskeysockets/baileys";
import type { OutgoingMessage, SendResult } from "#channels/connections/provider.ts";
import type { Transfer } from "#channels/connections/whatsapp/media/transfer.ts";
import { createUpload } from "#channels/connections/whatsapp/media/upload.ts";
import type { Progress } from "#channels/connections/whatsapp/socket/progress.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { compose, editAttribute } from "./compose.ts";
import { prepareRecipient } from "./recipients.ts";
import { type Relay, SEND_PATIENCE } from "./relay.ts";

/** Ports of the open session that a send uses. */
export interface SendPorts {
  readonly sock: WASocket;
  readonly store: SessionStore;
  readonly relay: Relay;
  readonly progress: Progress;
  readonly transfer: Transfer;
  /** Ids whose stanza had no recipient so far; an ack of the server for them is ignored. */
  readonly hollow: Set<string>;
  readonly mediaLimit: number;
  readonly now: () => number;
}

const refused = (code: string, detail: string): SendResult => ({ state: "refused", code, detail });

/**
 * Sends one message. Its bytes are stored under the product's id first, so that a repetition sends the same message.
 * The result `written` means that at least one device of the recipient was addressed.
 */
export async function sendMessage(message: OutgoingMessage, ports: SendPorts): Promise<SendResult> {
  const { store, sock, hollow } = ports;
  const kind = kindOf(parseJid(message.to));
  if (kind !== "pn" && kind !== "lid" && kind !== "group") {
    return refused("ERR_WAPP_INVALID_CONTACT", `not an address: ${message.to}`);
  }
  const known = await kept(message, ports);
  const isDirect = kind !== "group";
  const tracked = <T>(work: Promise<T>) => ports.progress.track("send", work, SEND_PATIENCE);
  if (isDirect) {
    const reach = await tracked(prepareRecipient(sock, store, message.to));
    if (reach === "nobody") return refused("ERR_WAPP_INVALID_CONTACT", "the number is not on the network");
    if (reach === "unknown")
      return { state: "retry", detail: "the network did not say which devices there are" };
  }
  // A group's ciphertext is for all members who have our sender key, so a group send without a new recipient is no
  // error.
  if (isDirect) hollow.add(message.providerId);
  const relayed = ports.relay.run(
    () =>
      sock.relayMessage(message.to, proto.Message.decode(known), {
        messageId: message.providerId,
        additionalAttributes: editAttribute(message),
      }),
    {
      own: store.own(),
      isDirect,
      onReached: () => hollow.delete(message.providerId),
    },
  );
  // The relay itself tracks sends to groups, which wait for each other.
  await (isDirect ? tracked(relayed) : relayed);
  if (hollow.has(message.providerId))
    return { state: "retry", detail: "the message was addressed to nobody" };
  return { state: "written" };
}

async function kept(message: OutgoingMessage, ports: SendPorts): Promise<Uint8Array> {
  const { store, sock, transfer } = ports;
  // A first send skips this read, which takes 20 µs: ids are random, so their rows lie on pages that are seldom in
  // memory.
  const known = message.isFirst ? null : store.sent.find(message.providerId);
  if (known) return known.message;
  const upload = createUpload(sock, transfer, ports.mediaLimit);
  const built = await compose(message, store.own(), upload);
  store.sent.save(message.providerId, message.to, built, ports.now());
  return built;
}
