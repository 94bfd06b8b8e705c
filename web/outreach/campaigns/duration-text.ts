import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Formats a duration in seconds: `45 s`, `12 min`, `2 h 05 min`. */
export function durationText(seconds: number, t: Translate<typeof pt>): string {
  const whole = Math.round(seconds);
  if (whole < MINUTE_S) return t("time.seconds", { seconds: whole });
  if (whole < HOUR_S) return t("time.minutes", { minutes: Math.round(whole / MINUTE_S) });
  const minutes = Math.round(whole / MINUTE_S);
  return t("time.hours", {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, "0"),
  });
}
