import {
  cleanMessage,
  decodeMessageNode,
  proto,
  unpadRandomMax16,
  type WAMessage,
} from "@whiskeysockets/baileys";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { isStoreError } from "#channels/connections/whatsapp/store/database.ts";
import type { JournalRow, StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { sameUser } from "#channels/connections/whatsapp/translate/jid.ts";
import { type Translation, translate } from "#channels/connections/whatsapp/translate/translate.ts";
import { isOfOwnPhone } from "./own-phone.ts";
import { placeholderEvent } from "./placeholder.ts";
import { receiptEvents } from "./receipts.ts";
import { stanzaName } from "./record.ts";

/** Result of interpreting a journal row. */
export type Interpretation =
  | {
      readonly kind: "events";
      readonly events: readonly InboundEvent[];
      readonly media: Translation["media"];
    }
  | { readonly kind: "history"; readonly notification: proto.Message.IHistorySyncNotification };

const NOTHING: Interpretation = { kind: "events", events: [], media: null };
type MessageRow = Extract<JournalRow, { kind: "message" }>;

/**
 * Converts a journal row to events; calls are handled elsewhere, because one event needs several rows. Throws when the
 * store fails, and when a row of the history cannot be parsed.
 */
export function interpret(row: Exclude<JournalRow, { kind: "call" }>, store: SessionStore): Interpretation {
  switch (row.kind) {
    case "event":
      return { kind: "events", events: [row.event], media: null };
    case "receipt":
      return { kind: "events", events: receiptEvents(row, store), media: null };
    case "history":
      return fromMessage(proto.WebMessageInfo.decode(row.payload) as WAMessage, store, {
        history: true,
        offline: true,
      });
    case "message":
      return readable(row, store);
  }
}

/** Parses a message row; bytes that cannot be parsed are reported as an unsupported message. Throws errors of the store. */
function readable(row: MessageRow, store: SessionStore): Interpretation {
  try {
    return interpretMessage(row, store);
  } catch (error) {
    if (isStoreError(error)) throw error;
    const event = placeholderEvent(row.attrs, "undecodable", store);
    return { kind: "events", events: event ? [event] : [], media: null };
  }
}

function interpretMessage(row: MessageRow, store: SessionStore): Interpretation {
  const message = rebuild(row, store);
  if (isOfOwnPhone(row.attrs, store.own())) return interpretPeer(message, store);
  const found = fromMessage(message, store, { history: false, offline: row.attrs["offline"] !== undefined });
  return row.late && found.kind === "events" ? { ...found, events: found.events.map(asLate) } : found;
}

/** Turns a readable copy that arrives after the placeholder event into a separate message. */
function asLate(event: InboundEvent): InboundEvent {
  if (event.kind !== "message") return event;
  return { ...event, eventKey: `${event.eventKey}:late`, providerId: `${event.providerId}:late` };
}

function fromMessage(
  message: WAMessage,
  store: SessionStore,
  origin: { readonly history: boolean; readonly offline: boolean },
): Interpretation {
  const translation = translate(message, {
    own: store.own(),
    directory: store.directory,
    groupName: store.groups.subject,
    ...origin,
  });
  return translation ? { kind: "events", events: [translation.event], media: translation.media } : NOTHING;
}

/**
 * Peer message of the company's own phone: history sync, or the content of a message that only the phone could
 * decrypt.
 */
function interpretPeer(message: WAMessage, store: SessionStore): Interpretation {
  const protocol = message.message?.protocolMessage;
  if (protocol?.historySyncNotification)
    return { kind: "history", notification: protocol.historySyncNotification };
  const results = protocol?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [];
  const events = results.flatMap(({ placeholderMessageResendResponse: answer }) => {
    if (!answer?.webMessageInfoBytes) return [];
    const resent = proto.WebMessageInfo.decode(answer.webMessageInfoBytes) as WAMessage;
    const { id, remoteJid, participant } = resent.key;
    const told = store.missing.arrived(
      stanzaName({ id: id ?? "", from: remoteJid ?? "", participant: participant ?? "" }),
    );
    const found = fromMessage(resent, store, { history: false, offline: true });
    if (found.kind !== "events") return [];
    return told ? found.events.map(asLate) : found.events;
  });
  return { kind: "events", events, media: null };
}

function rebuild(row: MessageRow, store: SessionStore): WAMessage {
  const { id, lid } = store.own();
  const node = { tag: "message", attrs: row.attrs, content: [] };
  const message: WAMessage = decodeMessageNode(node, id ?? "", lid ?? "").fullMessage;
  const bytes = row.padded ? unpadRandomMax16(row.payload) : row.payload;
  const decoded = proto.Message.decode(bytes);
  const content = decoded.deviceSentMessage?.message ?? decoded;
  // Group sender keys were stored at decryption; messages that contain only a key are not journaled.
  const { senderKeyDistributionMessage: key, ...beside } = content;
  message.message = key && row.attrs["participant"] !== undefined ? beside : content;
  // In the copy of an own message, the sender's alternative JID is the company's; the chat's is in the recipient
  // attributes.
  if (message.key.fromMe) message.key.remoteJidAlt = recipientAlt(row.attrs);
  cleanMessage(message, id ?? "", lid ?? "");
  return message;
}

function recipientAlt(attrs: StanzaAttrs): string {
  const forms = ["recipient_pn", "recipient_lid", "peer_recipient_pn", "peer_recipient_lid"].map(
    (name) => attrs[name],
  );
  return forms.find((form) => form && !sameUser(form, attrs["recipient"])) ?? "";
}
