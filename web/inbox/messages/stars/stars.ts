import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { StarredPage } from "#inbox/messages/stars/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Ids of loaded messages that the user starred (docs/rules/stars.md). */
const starred = signal<ReadonlySet<number>>(new Set());

/** Whether the user starred this message. Reads a signal. */
export const isStarred = (messageId: number): boolean => starred.value.has(messageId);

/** Incremented by each change, so that lists of starred messages are read again. */
export const starChanges = signal(0);

/** Stores the stars in a page of a conversation. */
export function learnStars(
  messages: readonly Pick<MessageAnswer, "id">[],
  ids: readonly number[] = [],
): void {
  const known = starred.peek();
  const on = new Set(ids);
  if (messages.every(({ id }) => known.has(id) === on.has(id))) return;
  const next = new Set(known);
  for (const { id } of messages) mark(next, id, on.has(id));
  starred.value = next;
}

/** Stars a message or removes the star: shown at once, and reverted on an error. Throws ApiError. */
export async function setStar(messageId: number, on: boolean): Promise<void> {
  show(messageId, on);
  try {
    if (on) await api.put(`/messages/${messageId}/star`);
    else await api.delete(`/messages/${messageId}/star`);
  } catch (error) {
    show(messageId, !on);
    throw error;
  }
  starChanges.value += 1;
}

/** Another user signs in. */
export function forgetStars(): void {
  starred.value = new Set();
}

/** The user's starred messages, the last starred first: all, or those of the conversation of a ticket. */
export const fetchStarred = (ticketId: number | null, before?: number): Promise<StarredPage> =>
  api.get("/messages/starred", { query: { ticketId, before } });

function show(messageId: number, on: boolean): void {
  const next = new Set(starred.peek());
  mark(next, messageId, on);
  starred.value = next;
}

function mark(ids: Set<number>, id: number, on: boolean): void {
  if (on) ids.add(id);
  else ids.delete(id);
}
