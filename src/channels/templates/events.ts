import { defineEvent } from "#platform/events/define-event.ts";

/** Status, category, quality or content of a stored template is another one than at the read before. */
export const TemplateChanged = defineEvent<{
  readonly connectionId: number;
  readonly name: string;
  readonly language: string;
  /** Meta's words: APPROVED, PAUSED …; UTILITY, MARKETING …; GREEN, YELLOW, RED, "" = not rated. */
  readonly status: string;
  readonly category: string;
  readonly previousCategory: string | null;
  readonly quality: string;
  /** When Meta ends the pause, ms; null = not paused, or not stated. */
  readonly pausedUntil: number | null;
}>("template.changed");
