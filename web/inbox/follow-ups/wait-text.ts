import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const UNITS = ["minutes", "hours", "days"] as const;
type Unit = (typeof UNITS)[number];
const MINUTES_OF: Readonly<Record<Unit, number>> = { minutes: 1, hours: 60, days: 24 * 60 };

/** A wait in its largest whole unit. */
function unitOf(waitMinutes: number): { readonly count: number; readonly unit: Unit } {
  const unit = waitMinutes % MINUTES_OF.days === 0 ? "days" : waitMinutes % 60 === 0 ? "hours" : "minutes";
  return { unit, count: waitMinutes / MINUTES_OF[unit] };
}

/** "2 dias" for 2,880 minutes. */
export function waitText(t: Translate<typeof pt>, waitMinutes: number): string {
  const { count, unit } = unitOf(waitMinutes);
  return t(`wait.${unit}`, { count });
}
