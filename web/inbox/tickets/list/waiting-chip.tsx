import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { Chip } from "#web/ui/display/chip.tsx";

/** Chip with the time a customer has been waiting: amber, after a longer wait red. */
export function WaitingChip({ since }: { readonly since: string | null }) {
  useSignals();
  const t = useText(ticketTexts);
  const waiting = since === null ? null : waitingAge(since, currentMinute.value);
  if (!waiting) return null;
  const time = t(`row.${waiting.unit}`, { count: waiting.count });
  return (
    <Chip tone={waiting.level === "red" ? "danger" : "waiting"} shape="round" className="row-wait">
      <span className="visually-hidden">{t("row.waits", { time })}</span>
      <span aria-hidden="true">{time}</span>
    </Chip>
  );
}

/** How long a customer has been waiting for a person. */
interface Waiting {
  readonly unit: "minutes" | "hours" | "days";
  readonly count: number;
  readonly level: "amber" | "red";
}

/** Minutes of waiting from which the chip is shown, and from which it is red. */
const AMBER_MINUTES = 5;
const RED_MINUTES = 60;

/** The wait as the list shows it; null when no one waits or the wait is still short. `now` in ms. */
export function waitingAge(since: string | null, now: number): Waiting | null {
  if (since === null) return null;
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  if (!(minutes >= AMBER_MINUTES)) return null;
  const level = minutes >= RED_MINUTES ? "red" : "amber";
  if (minutes < 60) return { unit: "minutes", count: minutes, level };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: "hours", count: hours, level };
  return { unit: "days", count: Math.floor(hours / 24), level };
}
