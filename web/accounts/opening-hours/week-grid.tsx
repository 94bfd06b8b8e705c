import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { DayRow } from "./day-row.tsx";
import { DAYS, type Spans } from "./hours-model.ts";
import { hoursTexts } from "./locales/index.ts";
import "./hours.css";

export interface WeekGridProps {
  readonly value: Spans;
  readonly onChange: (spans: Spans) => void;
}

/** Opening hours of a week, with several spans a day; a week without hours means always open. */
export function WeekGrid({ value, onChange }: WeekGridProps) {
  const t = useText(hoursTexts);
  const isAlways = value.length === 0;
  return (
    <div className="hours">
      <Switch
        label={t("week.always")}
        {...(isAlways ? { help: t("week.alwaysHelp") } : {})}
        value={isAlways}
        onChange={(always) => onChange(always ? [] : DEFAULT_HOURS)}
      />
      {isAlways ? null : (
        <ul className="hours-week">
          {DAYS.map((day) => (
            <DayRow key={day} day={day} week={value} onChange={onChange} />
          ))}
        </ul>
      )}
    </div>
  );
}
