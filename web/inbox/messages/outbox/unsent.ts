import type { Draft, Drafts } from "#web/lib/storage/drafts.ts";
import type { Outgoing } from "./outbox-model.ts";

/** `unsent:{ticketId}:{clientMessageId}` is the key among the drafts; the internal chat has another prefix. */
const PREFIX = "unsent";

/** Stores the text of a message in the browser until the server has stored it. Files are not stored here. */
export function keepUnsent(drafts: Drafts, message: Outgoing, prefix = PREFIX): void {
  drafts.set(unsentKey(message, prefix), message.body);
}

/** The storage key of the text of an unsent message. */
export const unsentKey = (message: Outgoing, prefix = PREFIX): string =>
  `${prefix}:${message.ticketId}:${message.clientMessageId}`;

/** A message that an earlier page left unsent; `at`: when it was written, ms. */
export const unsentMessage = (
  ticketId: number,
  clientMessageId: string,
  body: string,
  at: number,
): Outgoing => ({
  clientMessageId,
  ticketId,
  body,
  file: null,
  voice: false,
  quoted: null,
  createdAt: new Date(at).toISOString(),
  state: "failed",
  progress: 0,
  error: "UNSENT",
});

/** The texts that an earlier page left unsent, oldest first. */
export function restoreUnsent(drafts: ReadonlyMap<string, Draft>, wanted = PREFIX): readonly Outgoing[] {
  const left: Outgoing[] = [];
  for (const [key, draft] of drafts) {
    const [prefix, ticketId, clientMessageId] = key.split(":");
    if (prefix === wanted && clientMessageId)
      left.push(unsentMessage(Number(ticketId), clientMessageId, draft.text, draft.at));
  }
  return left.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
