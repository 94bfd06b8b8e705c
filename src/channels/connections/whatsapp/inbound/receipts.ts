import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { InboundEvent } from "#channels/connections/provider.ts";
import type { JournalRow, StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid, sameUser } from "#channels/connections/whatsapp/translate/jid.ts";

type ReceiptRow = Extract<JournalRow, { kind: "receipt" }>;

export const children = (node: BinaryNode): BinaryNode[] => (Array.isArray(node.content) ? node.content : []);

/** The ids of the messages that a receipt names. */
export function receiptIds(node: BinaryNode): string[] {
  const items = children(node)
    .flatMap(children)
    .filter((item) => item.tag === "item");
  return [node.attrs["id"], ...items.map((item) => item.attrs["id"])].filter((id) => id !== undefined);
}

/**
 * Sends the ack of a receipt. If that fails the socket ends, and the network delivers the receipt again after the
 * next login.
 */
export const acknowledge = (sock: WASocket, node: BinaryNode): Promise<void> =>
  sock.sendMessageAck(node).catch(() => {});

/** Maps a receipt to our ack status (docs/rules/messages.md#fields); null when it does not concern delivery. */
function ackOfReceipt(type: string | undefined): 2 | 4 | 5 | null {
  if (type === undefined || type === "" || type === "inactive") return 2;
  if (type === "read") return 4;
  return type === "played" ? 5 : null;
}

/** True when a receipt of another person concerns the delivery of our message. */
export function isAckReceipt(attrs: StanzaAttrs, own: { id: string | null; lid: string | null }): boolean {
  const author = attrs["participant"] ?? attrs["from"];
  if (sameUser(author, own.id) || sameUser(author, own.lid)) return false;
  return ackOfReceipt(attrs["type"]) !== null;
}

/**
 * Ack events of a receipt, read from the stanza itself: Baileys merges two updates of one message into one, so a
 * receipt that arrives soon after the send is lost in the update of the message itself.
 */
export function receiptEvents(row: ReceiptRow, store: SessionStore): InboundEvent[] {
  const { attrs } = row;
  const ack = ackOfReceipt(attrs["type"]);
  if (ack === null) return [];
  const chat = store.directory.describe(attrs["from"], attrs["sender_lid"], attrs["sender_pn"]);
  const chatKey = store.directory.chatKey(chat);
  const at = Number(attrs["t"] ?? 0) * 1000;
  const group = kindOf(parseJid(attrs["from"])) === "group";
  return row.ids.flatMap((id) => {
    const sent = store.sent.mark(id);
    // Ids are not secret: a customer could send a receipt for another customer's message.
    if (sent && store.directory.chatKey(store.directory.describe(sent.chat)) !== chatKey) return [];
    // A group message counts as read when all have read it; until then the receipt is that of one member.
    const reached = group && ack > 2 && !readByAll(id, attrs, store) ? 2 : ack;
    // A repeated receipt is reported again: the process may have been killed after the raised status was stored and
    // before it was reported. The product ignores repetitions.
    if (!group && (sent?.ack ?? 0) > ack) return [];
    store.sent.raise(id, reached);
    const event = { kind: "ack" as const, chatKey, chat, at, providerId: id, ack: reached, error: null };
    const member = group ? memberOf(attrs, ack, store) : undefined;
    const who = member ? `:${store.directory.chatKey(member.identities)}:${ack}` : "";
    return [{ ...event, eventKey: `${id}:${reached}${who}`, ...(member && { member }) }];
  });
}

/** A group message counts as read when every other member has read it, as on the phone. */
function readByAll(id: string, attrs: StanzaAttrs, store: SessionStore): boolean {
  const from = attrs["from"] ?? "";
  const reader = store.directory.chatKey(store.directory.describe(attrs["participant"]));
  const members = store.groups.find(from)?.metadata.participants.length;
  return members !== undefined && store.sent.addReader(id, reader) >= members - 1;
}

function memberOf(attrs: StanzaAttrs, ack: 2 | 4 | 5, store: SessionStore) {
  const { participant, participant_lid: lid, participant_pn: number } = attrs;
  const identities = store.directory.describe(participant, lid, number);
  return identities.length === 0 ? undefined : { identities, ack };
}
