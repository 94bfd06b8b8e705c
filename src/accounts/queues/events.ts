import { defineEvent } from "#platform/events/define-event.ts";

interface OneQueue {
  readonly queueId: number;
}

export const QueueCreated = defineEvent<OneQueue>("queue.created");
export const QueueUpdated = defineEvent<OneQueue>("queue.updated");
/**
 * Emitted inside the transaction while the queue is still there: whoever needs it refuses by throwing, or moves what
 * it has to `moveToId`.
 */
export const QueueDeleting = defineEvent<OneQueue & { readonly moveToId: number | null }>("queue.deleting");
/** The row is gone; pointers to it are null. */
export const QueueDeleted = defineEvent<OneQueue>("queue.deleted");
