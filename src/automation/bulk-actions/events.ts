import { defineEvent } from "#platform/events/define-event.ts";

/** A run began, progressed or ended. */
export const BulkRunChanged = defineEvent<{ readonly userId: number; readonly runId: number }>(
  "bulk_run.changed",
);
