import { inflateSync } from "node:zlib";
import { proto, toNumber } from "@whiskeysockets/baileys";
import type { JournalEntry } from "#channels/connections/whatsapp/store/journal.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";

type Notification = proto.Message.IHistorySyncNotification;
type History = proto.IHistorySync;

/** The reference to the blob of a history notification; null when the notification contains the history. */
function historyReference(notification: Notification): MediaReference | null {
  if (!notification.mediaKey?.length || !notification.directPath) return null;
  return {
    type: "md-msg-hist",
    url: null,
    directPath: notification.directPath,
    mediaKey: notification.mediaKey,
    fileSha256: notification.fileSha256?.length ? notification.fileSha256 : null,
    fileEncSha256: notification.fileEncSha256?.length ? notification.fileEncSha256 : null,
    mimeType: "application/octet-stream",
    fileName: null,
    message: { id: "", chat: "", participant: null, fromMe: true },
  };
}

/**
 * Maximum size of an unpacked history. A real one has a few MB; zlib can pack zeros 1,000 to 1, and the history of one
 * company must not exhaust the memory of all.
 */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

export class HistoryTooLarge extends Error {}

/**
 * Reads the history that a notification contains or refers to; `load` downloads a blob. Rejects with `HistoryTooLarge` above
 * 64 MB.
 */
export async function readHistory(
  notification: Notification,
  load: (reference: MediaReference) => Promise<Uint8Array>,
): Promise<History> {
  const inline = notification.initialHistBootstrapInlinePayload;
  const reference = historyReference(notification);
  const packed = inline?.length ? inline : reference ? await load(reference) : new Uint8Array();
  return packed.length === 0 ? proto.HistorySync.create({}) : proto.HistorySync.decode(unpacked(packed));
}

function unpacked(packed: Uint8Array): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    throw error instanceof RangeError ? new HistoryTooLarge("the history is above 64 MB") : error;
  }
}

/**
 * Writes the messages of a history to the journal, oldest first. Then writes the names of people whose messages
 * contain none, because most names arrive in their own chunk.
 */
export function journalHistory(history: History, store: SessionStore, now: number): void {
  for (const { pnJid, lidJid } of history.phoneNumberToLidMappings ?? []) learn(store, pnJid, lidJid);
  const messages: proto.IWebMessageInfo[] = [];
  const names = new Map<string, string>();
  for (const chat of history.conversations ?? []) {
    const other = chat.id?.endsWith("@lid") ? chat.pnJid : chat.lidJid;
    learn(store, chat.id, other);
    const found = oldestFirst(chat.messages ?? []);
    messages.push(...found);
    const name = chat.name || chat.displayName;
    const isNamed = found.some(({ key, pushName }) => !key?.fromMe && pushName);
    if (chat.id && name && found.length > 0 && !isNamed) names.set(chat.id, name);
  }
  for (const { id, pushname } of history.pushnames ?? []) {
    // A name is written only for a person with a chat: a history also names thousands of people without one.
    if (id && pushname && store.directory.knows(store.directory.describe(id))) names.set(id, pushname);
  }
  messages.sort((a, b) => toNumber(a.messageTimestamp) - toNumber(b.messageTimestamp));
  const entries = messages.map(
    (message): JournalEntry => ({ kind: "history", payload: proto.WebMessageInfo.encode(message).finish() }),
  );
  entries.push(...[...names].flatMap(([jid, name]) => nameEntry(store, jid, name, now)));
  if (entries.length > 0) store.journal.append(entries, now);
}

/**
 * The messages of a chat, oldest first. The phone lists the newest first. Messages of the same second are ordered by
 * the phone's sequence numbers, without these by their position in the list.
 */
function oldestFirst(listed: readonly proto.IHistorySyncMsg[]): proto.IWebMessageInfo[] {
  const timeOf = ({ message }: proto.IHistorySyncMsg) => toNumber(message?.messageTimestamp);
  const isAscending = timeOf(listed[0] ?? {}) < timeOf(listed.at(-1) ?? {});
  const orderOf = (a: proto.IHistorySyncMsg, b: proto.IHistorySyncMsg) =>
    a.msgOrderId && b.msgOrderId ? toNumber(a.msgOrderId) - toNumber(b.msgOrderId) : 0;
  return (isAscending ? [...listed] : listed.toReversed())
    .sort((a, b) => timeOf(a) - timeOf(b) || orderOf(a, b))
    .flatMap(({ message }) => (message?.message && message.key ? [message] : []));
}

/**
 * Journal entry with a person's name; empty for groups, whose subjects are queried. The product ignores unknown
 * people.
 */
function nameEntry(store: SessionStore, jid: string, name: string, at: number): JournalEntry[] {
  if (!["pn", "lid"].includes(kindOf(parseJid(jid)))) return [];
  const chat = store.directory.describe(jid);
  const base = { chat, chatKey: store.directory.chatKey(chat), at, eventKey: `name:${jid}:${name}` };
  return [{ kind: "event", event: { ...base, kind: "identity", identities: chat, name } }];
}

/** Links the number and the privacy id of one person before their messages are translated. */
function learn(store: SessionStore, one: string | null | undefined, other: string | null | undefined): void {
  if (!one || !other) return;
  const identities = store.directory.describe(one, other);
  if (identities.length < 2) return;
  store.directory.chatKey(identities);
  const [pn, lid] = identities.map(({ value }) => value);
  if (pn === undefined || lid === undefined || store.keys.read("lid-mapping", pn)) return;
  // Baileys writes the same mapping a moment later, but the messages of this history may be read before that.
  store.keys.write({ "lid-mapping": { [pn]: lid, [`${lid}_reverse`]: pn } });
}
