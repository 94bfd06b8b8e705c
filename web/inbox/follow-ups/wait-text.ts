import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

export const UNITS = ["minutes", "hours", "days"] as const;
type Unit = (typeof UNITS)[number];
const MINUTES_OF: Readonly<Record<Unit, number>> = { minutes: 1, hours: 60, days: 24 * 60 };

/** A wait as it is typed: a number of a unit. */
export interface Wait {
  readonly count: number;
  readonly unit: Unit;
}

export const minutesOf = ({ count, unit }: Wait): number => count * MINUTES_OF[unit];

/** A wait in its largest whole unit. */
export function waitOf(waitMinutes: number): Wait {
  const unit = waitMinutes % MINUTES_OF.days === 0 ? "days" : waitMinutes % 60 === 0 ? "hours" : "minutes";
  return { unit, count: waitMinutes / MINUTES_OF[unit] };
}

/** "2 dias" for 2,880 minutes. */
export function waitText(t: Translate<typeof pt>, waitMinutes: number): string {
  const { count, unit } = waitOf(waitMinutes);
  return t(`wait.${unit}`, { count });
}
