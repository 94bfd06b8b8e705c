import type { Companion } from "#simulator/devices/companion.ts";
import type { PhoneEvent } from "#simulator/feed.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { allChildren, type BinaryNode, node } from "#simulator/transport/node.ts";
import { addressOf } from "./letter.ts";

export type TypingState = Extract<PhoneEvent, { type: "typing" }>["state"];

function stateOf(child: BinaryNode | undefined): TypingState {
  if (child?.tag !== "composing") return "paused";
  return child.attrs["media"] === "audio" ? "recording" : "composing";
}

/** A linked device reports that its owner types. */
export function receiveChatState(companion: Companion, stanza: BinaryNode): void {
  const { network, number } = companion.phone;
  const peer = network.directory.find(stanza.attrs["to"])?.phone;
  if (!peer) return;
  const state = stateOf(allChildren(stanza)[0]);
  network.feed.emit({ type: "typing", number: peer.number, from: number, state });
  showTyping(companion.phone, peer, state);
}

/** A handset reports to the other side that its owner types, records or stopped. */
export function showTyping(author: Phone, peer: Phone, state: TypingState): void {
  const content =
    state === "paused" ? node("paused") : node("composing", state === "recording" ? { media: "audio" } : {});
  const from = addressOf(author, author.addressing);
  for (const reader of peer.companions.values()) {
    reader.whisper(node("chatstate", { from, to: addressOf(peer, "pn", reader.id) }, [content]));
  }
}

/** Handles presence: online, offline, or a subscription to another person. */
export function receivePresence(companion: Companion, stanza: BinaryNode): void {
  if (stanza.attrs["type"] !== "subscribe") return;
  const { to } = stanza.attrs;
  const peer = companion.phone.network.directory.find(to)?.phone;
  if (!peer) return;
  companion.whisper(node("presence", { from: to, type: peer.isReachable ? "available" : "unavailable" }));
}
