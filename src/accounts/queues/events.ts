import { defineEvent } from "#platform/events/define-event.ts";
import type { Step } from "#tenants/in-steps.ts";

interface OneQueue {
  readonly queueId: number;
}

export const QueueCreated = defineEvent<OneQueue>("queue.created");
export const QueueUpdated = defineEvent<OneQueue>("queue.updated");
/**
 * A queue is about to be deleted, and another queue takes over its tickets. Listeners add to `steps` what moves many
 * rows; the steps run before `QueueDeleting`, each in its own transaction. A step reads its rows again, because
 * they may have changed since.
 */
export const QueueEmptying = defineEvent<OneQueue & { readonly moveToId: number; readonly steps: Step[] }>(
  "queue.emptying",
);
/**
 * Emitted within the transaction while the queue still exists: listeners veto by throwing, or move their rows
 * to `moveToId`.
 */
export const QueueDeleting = defineEvent<OneQueue & { readonly moveToId: number | null }>("queue.deleting");
/** The queue was deleted; references to it are null. */
export const QueueDeleted = defineEvent<OneQueue>("queue.deleted");
