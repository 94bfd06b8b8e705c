import { defineEvent } from "#platform/events/define-event.ts";

/** An import started, progressed or ended. */
export const ImportChanged = defineEvent<{ readonly importId: number }>("contact_import.changed");
/** An import finished: the user who started it is notified. */
export const ImportFinished = defineEvent<{ readonly importId: number; readonly userId: number | null }>(
  "contact_import.finished",
);
