import CalendarClock from "lucide-react/icons/calendar-clock";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import type { SnoozeTimes } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { companyZone, inCompanyZone, localTime, weekdayMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { snoozeTexts } from "./locales/index.ts";
import { fetchSnoozeTimes } from "./snooze-api.ts";
import "./snooze.css";

type SnoozeTime = SnoozeTimes["times"][number];

interface MomentChoicesProps {
  /** Whose queue's opening hours count; null = those of the company. */
  readonly ticketId: number | null;
  readonly isDisabled: boolean;
  readonly setLabel: string;
  /** ISO, or a local time of the company. */
  readonly onChoose: (at: string) => void;
  /** Further rows, after those with a time. */
  readonly children?: ReactNode;
}

const FIVE_MINUTES_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 365 * DAY_MS;

/** Times in opening hours to choose from, each with its exact moment, and any other time. Arrow keys move between the rows. */
export function MomentChoices({ ticketId, isDisabled, setLabel, onChoose, children }: MomentChoicesProps) {
  const t = useText(snoozeTexts);
  const times = useTimes(ticketId);
  const [custom, setCustom] = useState<string | null>(null);
  const isValid = custom !== null && custom >= localTime(Date.now() + FIVE_MINUTES_MS);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone === companyZone.value;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a border and a legend */}
      <div className="moments" role="group" aria-label={t("pick.choices")} onKeyDown={moveFocus}>
        {(times ?? []).map(({ id, at }) => (
          <Choice
            key={id}
            label={t(id === "week" && !isMonday(at) ? "pick.weekOther" : `pick.${id}`)}
            detail={weekdayMoment(at)}
            isDisabled={isDisabled}
            onPress={() => onChoose(at)}
          />
        ))}
        {children}
        {custom === null ? (
          <Choice
            label={t("pick.custom")}
            icon={<CalendarClock aria-hidden="true" />}
            isDisabled={isDisabled}
            onPress={() =>
              setCustom(localTime(times?.find(({ id }) => id !== "hour")?.at ?? Date.now() + DAY_MS))
            }
          />
        ) : null}
      </div>
      {custom === null ? null : (
        <form
          className="moments-custom"
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid) onChoose(custom);
          }}
        >
          <TextField
            type="datetime-local"
            label={t("pick.customAt")}
            {...{ min: localTime(Date.now() + FIVE_MINUTES_MS), max: localTime(Date.now() + YEAR_MS) }}
            value={custom}
            onChange={setCustom}
            autoFocus
            {...(here ? {} : { help: companyZone.value.replaceAll("_", " ") })}
          />
          <Button type="submit" variant="primary" isDisabled={isDisabled || !isValid}>
            {setLabel}
          </Button>
        </form>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

/** One row of the choices: what it is called, and when exactly it is. */
export function Choice({ label, detail, icon, isDisabled, onPress }: ChoiceProps) {
  return (
    <button type="button" className="moment" disabled={isDisabled} onClick={onPress}>
      <span className="ellipsis">{label}</span>
      {detail ? <small>{detail}</small> : icon}
    </button>
  );
}

const isMonday = (at: SnoozeTime["at"]): boolean => inCompanyZone(at).day() === 1;

/** Null while the times load. */
function useTimes(ticketId: number | null): SnoozeTimes["times"] | null {
  const [times, setTimes] = useState<SnoozeTimes["times"] | null>(null);
  useEffect(() => {
    const request = new AbortController();
    fetchSnoozeTimes(ticketId, request.signal).then(setTimes, (error: unknown) => {
      if (!request.signal.aborted) setTimes([]);
      toast.failure(error);
    });
    return () => request.abort();
  }, [ticketId]);
  return times;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[(at + by + rows.length) % rows.length]?.focus();
}
