import CalendarPlus from "lucide-react/icons/calendar-plus";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import type { Holiday } from "#accounts/opening-hours/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import {
  addHoliday,
  dateOf,
  type Holidays,
  isYearly,
  replaceHoliday,
  withDate,
  withYearly,
} from "./holidays-model.ts";
import { hoursTexts } from "./locales/index.ts";
import { SpanRow } from "./span-row.tsx";
import "./hours.css";

export interface HolidaysEditorProps {
  readonly value: Holidays;
  readonly onChange: (holidays: Holidays) => void;
  /**
   * `YYYY-MM-DD`, today in the company's time zone: default date of a new holiday, and the year shown for yearly ones.
   */
  readonly today: string;
}

/** Dates with their own hours: closed, or open at other times. */
export function HolidaysEditor({ value, onChange, today }: HolidaysEditorProps) {
  const t = useText(hoursTexts);
  return (
    <section className="holidays" aria-label={t("holidays.title")}>
      <p className="field-help">{t("holidays.help")}</p>
      {value.length === 0 ? <p className="hours-closed">{t("holidays.none")}</p> : null}
      <ul className="holidays-list">
        {value.map((holiday, index) => (
          <HolidayRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the date, the only possible key, is being edited
            key={index}
            holiday={holiday}
            year={Number(today.slice(0, 4))}
            onChange={(changed) => onChange(replaceHoliday(value, index, changed))}
          />
        ))}
      </ul>
      <div>
        <Button icon={<CalendarPlus aria-hidden="true" />} onPress={() => onChange(addHoliday(value, today))}>
          {t("holidays.add")}
        </Button>
      </div>
    </section>
  );
}

interface RowProps {
  readonly holiday: Holiday;
  readonly year: number;
  /** Null removes the holiday. */
  readonly onChange: (holiday: Holiday | null) => void;
}

function HolidayRow({ holiday, year, onChange }: RowProps) {
  const t = useText(hoursTexts);
  const { spans } = holiday;
  const withSpans = (changed: Holiday["spans"]) => onChange({ ...holiday, spans: changed });
  return (
    <li className="holiday">
      <TextField
        label={t("holidays.date")}
        hideLabel
        type="date"
        value={dateOf(holiday, year)}
        onChange={(typed) => onChange(withDate(holiday, typed))}
      />
      <Checkbox
        label={t("holidays.yearly")}
        value={isYearly(holiday)}
        onChange={(yearly) => onChange(withYearly(holiday, yearly, year))}
      />
      <div className="hours-spans">
        {spans.length === 0 ? <span className="hours-closed">{t("holidays.closed")}</span> : null}
        {spans.map(([startTime, endTime], index) => (
          <SpanRow
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no id
            key={index}
            startTime={startTime}
            endTime={endTime}
            labels={{
              start: t("holidays.start", { number: index + 1 }),
              end: t("holidays.end", { number: index + 1 }),
              remove: t("holidays.removeSpan", { number: index + 1 }),
            }}
            onChange={(times) =>
              withSpans(spans.toSpliced(index, 1, [times.startTime ?? startTime, times.endTime ?? endTime]))
            }
            onRemove={() => withSpans(spans.toSpliced(index, 1))}
          />
        ))}
      </div>
      <div className="hours-tools">
        <IconButton label={t("holidays.addSpan")} onPress={() => withSpans([...spans, ["08:00", "12:00"]])}>
          <Plus />
        </IconButton>
        <IconButton
          variant="danger"
          label={t("holidays.remove", { date: dateOf(holiday, year) })}
          onPress={() => onChange(null)}
        >
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}
