import CalendarPlus from "lucide-react/icons/calendar-plus";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import type { Holiday } from "#accounts/opening-hours/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
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

type Holidays = readonly Holiday[];

/** A yearly holiday has no year: `12-25`. */
const isYearly = ({ date }: Holiday): boolean => date.length === 5;

/** Value of the date field; a yearly holiday is shown in the given year. */
export const dateOf = (holiday: Holiday, year: number): string =>
  isYearly(holiday) ? `${year}-${holiday.date}` : holiday.date;

/** Changes whether the same date repeats every year. */
export const withYearly = (holiday: Holiday, yearly: boolean, year: number): Holiday => ({
  ...holiday,
  date: yearly ? holiday.date.slice(-5) : dateOf(holiday, year),
});

/** Changes the date; an incomplete date is ignored. */
export const withDate = (holiday: Holiday, typed: string): Holiday =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed)
    ? { ...holiday, date: isYearly(holiday) ? typed.slice(5) : typed }
    : holiday;

/** Yearly holidays first, then by date. */
export const inOrder = (holidays: Holidays): Holidays =>
  holidays.toSorted((a, b) => Number(isYearly(b)) - Number(isYearly(a)) || a.date.localeCompare(b.date));

/** Adds a closed holiday on the given date. */
export const addHoliday = (holidays: Holidays, today: string): Holidays => [
  ...holidays,
  { date: today, spans: [] },
];

export const replaceHoliday = (holidays: Holidays, index: number, holiday: Holiday | null): Holidays =>
  holidays.toSpliced(index, 1, ...(holiday ? [holiday] : []));
