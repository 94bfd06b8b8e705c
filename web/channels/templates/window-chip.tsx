import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { templateTexts } from "./locales/index.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import type { WindowBarProps } from "./window-bar.tsx";
import "./templates.css";

/** Time until `untilIso` as `3 h 05 min`, minutes rounded down; null once it has passed. The units are the same in all languages. */
export function timeLeft(untilIso: string, nowMs: number): string | null {
  const minutes = Math.floor((Date.parse(untilIso) - nowMs) / 60_000);
  if (Date.parse(untilIso) <= nowMs) return null;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, "0")} min`;
}

/** Remaining answer window of an official number; opens the templates. Phones show only the hours. */
export function WindowChip({ ticket }: WindowBarProps) {
  useSignals();
  const t = useText(templateTexts);
  const [isOpen, setOpen] = useState(false);
  const time = timeLeft(ticket.windowExpiresAt ?? "", currentMinute.value);
  if (time === null) return null;
  const [hours, minutes] = time.includes(" h ") ? time.split(/(?<=h)(?= )/) : [time, ""];
  const name = `${t("bar.left", { time })}. ${t("bar.use")}`;
  return (
    <>
      <button
        type="button"
        className="window-chip"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Clock aria-hidden="true" />
        <span>
          {hours}
          <span className="window-chip-minutes">{minutes}</span>
        </span>
      </button>
      {isOpen ? <TemplateDialog ticket={ticket} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
