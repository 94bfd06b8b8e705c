import type { Work } from "#operations/background-tasks/contract.ts";
import { formatMegabytes, formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { workTexts } from "./locales/index.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Counts and remaining time in one line: `120 de 800 · cerca de 3 min`. */
export function useFigures({ kind, done, total, secondsLeft, isPaused }: Work): string {
  const t = useText(workTexts);
  const isBytes = kind === "export" || kind === "company-import";
  const count = isBytes ? formatMegabytes : formatNumber;
  const unit = isBytes ? " MB" : "";
  const parts = [
    total > 0 ? t("works.count", { done: count(done), total: `${count(total)}${unit}` }) : t("works.begins"),
    isPaused ? t("works.paused") : null,
    secondsLeft === null ? null : timeWords(secondsLeft),
  ];
  return parts.filter(Boolean).join(" · ");

  function timeWords(seconds: number): string {
    if (seconds < MINUTE_S) return t("works.soon");
    if (seconds < HOUR_S) return t("works.minutes", { count: Math.round(seconds / MINUTE_S) });
    return t("works.hours", { count: Math.round(seconds / HOUR_S) });
  }
}
