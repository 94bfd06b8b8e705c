import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** Messages by id, in the order of the timeline. Messages may be added twice, late or out of order. */
export function createMessageSet() {
  const byId = new Map<number, MessageAnswer>();
  /** Ids of messages that a page sent, by the page's id. */
  const sent = new Map<string, number>();
  const version = signal(0);

  const messages: ReadonlySignal<readonly MessageAnswer[]> = computed(() => {
    version.value;
    return [...byId.values()].sort(compareMessages);
  });

  /** True when something changed. */
  function put(message: MessageAnswer): boolean {
    const known = byId.get(message.id);
    // The ack status only grows, also when events arrive out of order.
    if (known && known.updatedAt > message.updatedAt && known.ack >= message.ack) return false;
    // An unchanged message stays the same object, so that its bubble is not rendered again.
    if (known && isSame(known, message)) return false;
    byId.set(message.id, known ? { ...message, ack: Math.max(known.ack, message.ack) } : message);
    if (message.clientMessageId) replace(message.clientMessageId, message.id);
    return true;
  }

  /** A message sent again after its server was lost has another id; the one of the lost server exists no more. */
  function replace(clientMessageId: string, id: number): void {
    const before = sent.get(clientMessageId);
    // Another message may have got the id of the lost one.
    const isTwin = before !== undefined && byId.get(before)?.clientMessageId === clientMessageId;
    if (isTwin && before !== id) drop(before);
    sent.set(clientMessageId, id);
  }

  function drop(id: number): boolean {
    const clientMessageId = byId.get(id)?.clientMessageId;
    if (clientMessageId && sent.get(clientMessageId) === id) sent.delete(clientMessageId);
    return byId.delete(id);
  }

  return {
    /** Oldest first. */
    messages,
    has: (id: number) => byId.has(id),
    putAll(added: readonly MessageAnswer[]): void {
      const changed = added.filter(put);
      if (changed.length > 0) version.value += 1;
    },
    remove(id: number): void {
      if (drop(id)) version.value += 1;
    },
    /** Removes all messages except these. */
    keep(ids: ReadonlySet<number>): void {
      const before = byId.size;
      for (const id of byId.keys()) if (!ids.has(id)) drop(id);
      if (byId.size !== before) version.value += 1;
    },
  };
}

/** Order of the timeline: by time, then by place; at equal times, messages not stored yet (negative id) are last. */
function compareMessages(a: MessageAnswer, b: MessageAnswer): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  if (a.id < 0 !== b.id < 0) return a.id < 0 ? 1 : -1;
  return placeOf(a) - placeOf(b);
}

/** The place of a message among those of the same second; a message found later has a place between its neighbours. */
const placeOf = ({ id, place }: MessageAnswer): number => place ?? id * 65_536;

function isSame(known: MessageAnswer, fresh: MessageAnswer): boolean {
  return (
    known.updatedAt === fresh.updatedAt &&
    known.ack >= fresh.ack &&
    known.sendState === fresh.sendState &&
    known.isDeleted === fresh.isDeleted &&
    known.mediaUrl === fresh.mediaUrl &&
    known.mediaState === fresh.mediaState &&
    known.reactions.length === fresh.reactions.length
  );
}
