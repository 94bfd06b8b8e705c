import { decodeMessageNode, type WAMessage } from "@whiskeysockets/baileys";
import type { InboundEvent } from "#channels/connections/provider.ts";
import type { StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { OwnAddresses, SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { translate } from "#channels/connections/whatsapp/translate/translate.ts";

/**
 * The event for a message without readable content, so that an attendant sees that a message arrived. Null when the
 * stanza belongs to no chat.
 */
export function placeholderEvent(
  attrs: StanzaAttrs,
  reason: string,
  store: SessionStore,
): InboundEvent | null {
  const own = store.own();
  const fullMessage = readStanza(attrs, own);
  if (!fullMessage) return null;
  const context = {
    own,
    directory: store.directory,
    offline: attrs["offline"] !== undefined,
    history: false,
    groupName: store.groups.subject,
  };
  const event = translate({ ...fullMessage, message: { conversation: "" } }, context)?.event;
  if (event?.kind !== "message") return null;
  return { ...event, content: { type: "unsupported", kind: reason } };
}

/** Parses the addresses of a stanza; null when they are invalid, for which Baileys throws. */
function readStanza(attrs: StanzaAttrs, own: OwnAddresses): WAMessage | null {
  try {
    const node = { tag: "message", attrs, content: [] };
    return decodeMessageNode(node, own.id ?? "", own.lid ?? "").fullMessage;
  } catch {
    return null;
  }
}

/** Reports every message whose second copy did not arrive in time. */
export function reportMissing(store: SessionStore, now: number): void {
  for (const { stanza, attrs } of store.missing.due(now)) {
    const event = placeholderEvent(attrs, "undecryptable", store);
    store.missing.markTold(stanza);
    if (event) store.journal.append([{ kind: "event", event }], now);
  }
}
