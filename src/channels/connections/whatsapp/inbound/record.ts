import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Progress } from "#channels/connections/whatsapp/socket/progress.ts";
import type { CallStanza, JournalEntry, StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { placeholderEvent } from "./placeholder.ts";
import { acknowledge, children, isAckReceipt, receiptIds } from "./receipts.ts";

/** The stanza of an `<enc>` that Baileys is decrypting. */
export interface Envelope {
  readonly attrs: StanzaAttrs;
  readonly type: string;
}

/** Maps each ciphertext to its stanza: Baileys passes the byte array of the node itself to the decryption. */
export type Envelopes = WeakMap<Uint8Array, Envelope>;

/** Identifies a stanza: equal at every delivery, from any device of its author. */
export function stanzaName(attrs: StanzaAttrs): string {
  const people = ["from", "participant", "recipient"].map((name) => {
    const jid = parseJid(attrs[name]);
    return jid ? `${jid.user}@${jid.server}` : "";
  });
  return [...people, attrs["id"]].join(" ");
}

/** Types of `<enc>` whose decryption writes the message to the journal. */
const CIPHERS = new Set(["pkmsg", "msg", "skmsg"]);

/**
 * True for a message that Baileys accepts as plain text or, from a bot, cannot decrypt: no readable copy will arrive.
 */
const unencrypted = (node: BinaryNode): boolean =>
  children(node).some(
    ({ tag, attrs }) => tag === "plaintext" || (tag === "enc" && attrs["type"] === "msmsg"),
  );

const receiptEntry = (node: BinaryNode): JournalEntry => ({
  kind: "receipt",
  attrs: node.attrs,
  ids: receiptIds(node),
});

/**
 * Listens before Baileys: records the envelope of every ciphertext, and writes calls to the journal before Baileys
 * acknowledges them to the network. Delivery and read receipts are journaled and acknowledged here, and
 * `stanza-queue.ts` hides them from Baileys, which would only create message updates without a listener. `guard` runs
 * each listener and ends the socket when writing fails.
 */
export function recordStanzas(
  sock: WASocket,
  store: SessionStore,
  envelopes: Envelopes,
  options: {
    readonly guard: (work: () => void) => void;
    readonly progress: Progress;
    readonly missing: number;
    readonly now: () => number;
  },
): void {
  const { guard, now } = options;
  const listen = (name: string, work: (node: BinaryNode) => void) =>
    sock.ws.prependListener(name, (node: BinaryNode) => guard(() => work(node)));
  const append = (entry: JournalEntry) => store.journal.append([entry], now());

  listen("CB:message", (node) => {
    const { attrs } = node;
    let isReadable = false;
    for (const { tag, content, attrs: part } of children(node)) {
      if (tag !== "enc" || !(content instanceof Uint8Array)) continue;
      const type = part["type"] ?? "";
      envelopes.set(content, { attrs, type });
      isReadable ||= CIPHERS.has(type);
    }
    if (isReadable) return;
    const event = unencrypted(node) ? placeholderEvent(attrs, "unencrypted", store) : null;
    if (event) return append({ kind: "event", event });
    // Content that only the phone can decrypt (view once, some adverts): Baileys requests it, and the answer may
    // never arrive.
    store.missing.expect(stanzaName(attrs), attrs, now() + options.missing / 10);
  });
  let receipts: BinaryNode[] = [];
  const takeReceipts = () => {
    const taken = receipts;
    receipts = [];
    guard(() => {
      store.journal.append(taken.map(receiptEntry), now());
      for (const node of taken) void options.progress.track("receipt", acknowledge(sock, node));
    });
  };
  listen("CB:receipt", (node) => {
    if (!isAckReceipt(node.attrs, store.own())) return;
    // One transaction for all stanzas of one turn of the event loop.
    if (receipts.length === 0) setImmediate(takeReceipts);
    receipts.push(node);
  });
  listen("CB:call", (node) => {
    const [info] = children(node);
    if (!info) return;
    const call: CallStanza = {
      tag: info.tag,
      attrs: info.attrs,
      video: children(info).some((child) => child.tag === "video"),
    };
    append({ kind: "call", attrs: node.attrs, call });
  });
}
