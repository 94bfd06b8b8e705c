import { defineEvent } from "#platform/events/define-event.ts";
import type { Macro } from "./schema.ts";

/** `before` is null for a new macro. */
export const MacroSaved = defineEvent<{ readonly before: Macro | null; readonly after: Macro }>(
  "macro.saved",
);
export const MacroDeleted = defineEvent<{ readonly macro: Macro }>("macro.deleted");
