import { defineEvent } from "#platform/events/define-event.ts";

/** An import began, moved on, or ended. */
export const ImportChanged = defineEvent<{ readonly importId: number }>("contact_import.changed");
/** An import worked off its last row: whoever began it is told. */
export const ImportFinished = defineEvent<{ readonly importId: number; readonly userId: number | null }>(
  "contact_import.finished",
);
