import { defineEvent } from "#platform/events/define-event.ts";

/** A comparison was created, made progress or ended. */
export const ReconciliationChanged = defineEvent<{ readonly connectionId: number }>("reconciliation.changed");
