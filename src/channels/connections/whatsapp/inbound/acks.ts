import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { parseJid } from "#channels/connections/whatsapp/translate/jid.ts";

/**
 * Converts the server's acks of our messages to events, because Baileys reports no accepted message. `hollow`
 * contains the ids of messages whose stanza had no recipient: their acks are dropped.
 */
export function recordAcks(
  sock: WASocket,
  store: SessionStore,
  options: {
    readonly guard: (work: () => void) => void;
    readonly hollow: ReadonlySet<string>;
    readonly now: () => number;
  },
): void {
  sock.ws.prependListener("CB:ack,class:message", (node: BinaryNode) => options.guard(() => take(node)));

  function take({ attrs }: BinaryNode): void {
    const id = attrs["id"] ?? "";
    const sent = store.sent.mark(id);
    if (!sent || options.hollow.has(id)) return;
    // The device hash did not match: a device was linked or unlinked since the last query.
    if (attrs["phash"]) store.devices.forget(parseJid(sent.chat)?.user ?? "");
    const error = attrs["error"] ?? null;
    // A copy sent again to one device may be refused after the message itself arrived.
    if (error !== null && sent.ack > 0) return;
    const chat = store.directory.describe(sent.chat);
    const ack = error === null ? 1 : -1;
    const at = Number(attrs["t"] ?? 0) * 1000 || options.now();
    const base = {
      chat,
      chatKey: store.directory.chatKey(chat),
      at,
      // A refused message may be sent again and refused again: each refusal is a separate event.
      eventKey: error === null ? `${id}:${ack}` : `${id}:${ack}:${at}`,
      providerId: id,
    };
    const event = { ...base, kind: "ack", ack, error } as const;
    if (error !== null) {
      store.journal.append([{ kind: "event", event }], options.now());
      return;
    }
    store.sent.accepted(id);
    // The event has no journal row: if a crash loses it, the product sends the message again under the same id and
    // gets a new ack.
    store.journal.pass(event);
  }
}
