import { decodeMessageNode } from "@whiskeysockets/baileys";
import type { InboundEvent } from "#connections/provider.ts";
import type { StanzaAttrs } from "#connections/whatsapp/store/journal.ts";
import type { SessionStore } from "#connections/whatsapp/store/session-store.ts";
import { translate } from "#connections/whatsapp/translate.ts";

/**
 * The event for a message whose content we do not have, so that an attendant knows that something came.
 * Null when the stanza does not belong to a chat.
 */
export function placeholderEvent(
  attrs: StanzaAttrs,
  reason: string,
  store: SessionStore,
): InboundEvent | null {
  const own = store.own();
  const { fullMessage } = decodeMessageNode(
    { tag: "message", attrs, content: [] },
    own.id ?? "",
    own.lid ?? "",
  );
  const context = {
    own,
    directory: store.directory,
    offline: attrs["offline"] !== undefined,
    history: false,
  };
  const event = translate({ ...fullMessage, message: { conversation: "" } }, context)?.event;
  if (event?.kind !== "message") return null;
  return { ...event, content: { type: "unsupported", kind: reason } };
}

/** Tells the product of every message whose second copy did not come in time. */
export function reportMissing(store: SessionStore, now: number): void {
  for (const { stanza, attrs } of store.missing.due(now)) {
    const event = placeholderEvent(attrs, "undecryptable", store);
    store.missing.markTold(stanza);
    if (event) store.journal.append([{ kind: "event", event }], now);
  }
}
