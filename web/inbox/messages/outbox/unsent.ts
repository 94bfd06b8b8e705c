import type { Draft, Drafts } from "#web/lib/storage/drafts.ts";
import type { Outgoing } from "./outbox-model.ts";

/** `unsent:{ticketId}:{clientMessageId}` among the drafts; what is not for customers begins with another word. */
const PREFIX = "unsent";

/** Keeps the text of a message until the server has stored it. Files are not kept. */
export function keepUnsent(drafts: Drafts, message: Outgoing, prefix = PREFIX): void {
  drafts.set(unsentKey(message, prefix), message.body);
}

/** Where the text of a message is kept meanwhile. */
export const unsentKey = (message: Outgoing, prefix = PREFIX): string =>
  `${prefix}:${message.ticketId}:${message.clientMessageId}`;

/** What an earlier page did not get rid of, oldest first. */
export function restoreUnsent(drafts: ReadonlyMap<string, Draft>, wanted = PREFIX): readonly Outgoing[] {
  const left: Outgoing[] = [];
  for (const [key, draft] of drafts) {
    const [prefix, ticketId, clientMessageId] = key.split(":");
    if (prefix !== wanted || !clientMessageId) continue;
    left.push({
      clientMessageId,
      ticketId: Number(ticketId),
      body: draft.text,
      file: null,
      voice: false,
      quoted: null,
      createdAt: new Date(draft.at).toISOString(),
      state: "failed",
      progress: 0,
      error: "UNSENT",
    });
  }
  return left.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
