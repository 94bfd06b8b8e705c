import { defineEvent } from "#platform/events/define-event.ts";

/** The status, category, quality or content of a stored template differs from the previous read. */
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
