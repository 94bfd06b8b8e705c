import { defineEvent } from "#platform/events/define-event.ts";
import type { DraftAnswer } from "./contract.ts";

/** A user stored or removed a draft. */
export const DraftChanged = defineEvent<{ readonly userId: number; readonly draft: DraftAnswer }>(
  "draft.changed",
);
