import { defineEvent } from "#platform/events/define-event.ts";

interface OneQueue {
  readonly queueId: number;
}

export const QueueCreated = defineEvent<OneQueue>("queue.created");
export const QueueUpdated = defineEvent<OneQueue>("queue.updated");
/**
 * Emitted within the transaction while the queue still exists: listeners veto by throwing, or move their rows
 * to `moveToId`.
 */
export const QueueDeleting = defineEvent<OneQueue & { readonly moveToId: number | null }>("queue.deleting");
/** The queue was deleted; references to it are null. */
export const QueueDeleted = defineEvent<OneQueue>("queue.deleted");
