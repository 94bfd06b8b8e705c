import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import { CalendarDay } from "./calendar-day.tsx";
import { CalendarEntry } from "./calendar-entry.tsx";
import { monthOf } from "./calendar-model.ts";
import type { CalendarWords } from "./calendar-words.ts";

export interface CalendarPartProps {
  /** A day inside the month or week on screen. */
  readonly day: string;
  readonly words: CalendarWords;
  readonly days: ReadonlyMap<string, readonly Schedule[]>;
  readonly onOpen: (schedule: Schedule) => void;
  readonly onAdd: (day: string) => void;
}

/** Number of messages that fit into a day of the month view. */
const ROOM = 3;

/** A month as a table; on phones the days show counts, and the chosen day is listed below. */
export function CalendarMonth(props: CalendarPartProps & { readonly onDay: (day: string) => void }) {
  const { day, words } = props;
  const isNarrow = useNarrow();
  const [chosen, setChosen] = useState(day);
  const weeks = monthOf(day, words.firstWeekday);
  const isShown = weeks.some((week) => week.includes(chosen));
  return (
    <>
      <table className="calendar-month">
        <thead>
          <tr>
            {weeks[0]?.map((weekday) => (
              <th key={weekday} scope="col">
                {words.weekday(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) =>
                isNarrow ? (
                  <SmallDay
                    key={date}
                    {...props}
                    date={date}
                    isChosen={date === chosen}
                    onChoose={() => setChosen(date)}
                  />
                ) : (
                  <WideDay key={date} {...props} date={date} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isNarrow ? <CalendarDay {...props} date={isShown ? chosen : day} /> : null}
    </>
  );
}

interface DayProps extends CalendarPartProps {
  readonly date: string;
}

const dayClass = ({ date, day }: DayProps, more: string | false = false): string =>
  classNames(
    "calendar-cell",
    date.slice(0, 7) !== day.slice(0, 7) && "calendar-cell-outside",
    date === dayKey(Date.now()) && "calendar-cell-today",
    more,
  );

function WideDay(props: DayProps & { readonly onDay: (day: string) => void }) {
  const { date, words, days, onOpen, onAdd, onDay } = props;
  const t = useText(scheduleTexts);
  const list = days.get(date) ?? [];
  const isPast = date < dayKey(Date.now());
  const shown = list.length > ROOM ? list.slice(0, ROOM - 1) : list;
  return (
    <td className={dayClass(props)}>
      <div className="calendar-cell-box">
        <button
          type="button"
          className="calendar-number"
          disabled={isPast}
          aria-label={isPast ? words.date(date) : t("calendar.addOn", { date: words.date(date) })}
          onClick={() => onAdd(date)}
        >
          {Number(date.slice(8))}
        </button>
        {shown.map((schedule) => (
          <CalendarEntry key={schedule.id} schedule={schedule} onOpen={onOpen} />
        ))}
        {shown.length < list.length ? (
          <button
            type="button"
            className="calendar-more"
            aria-label={t("calendar.moreOn", { more: list.length - shown.length, date: words.date(date) })}
            onClick={() => onDay(date)}
          >
            {t("calendar.more", { count: list.length - shown.length })}
          </button>
        ) : null}
      </div>
    </td>
  );
}

function SmallDay(props: DayProps & { readonly isChosen: boolean; readonly onChoose: () => void }) {
  const { date, words, days, isChosen, onChoose } = props;
  const t = useText(scheduleTexts);
  const count = days.get(date)?.length ?? 0;
  return (
    <td className={dayClass(props, isChosen && "calendar-cell-chosen")}>
      <button
        type="button"
        className="calendar-small"
        aria-pressed={isChosen}
        aria-label={t("calendar.dayCount", { date: words.date(date), count })}
        onClick={onChoose}
      >
        <span className="calendar-small-number">{Number(date.slice(8))}</span>
        <span className="calendar-dots" aria-hidden="true">
          {Array.from({ length: Math.min(count, ROOM) }, (_, at) => `dot-${at}`).map((dot) => (
            <i key={dot} />
          ))}
        </span>
      </button>
    </td>
  );
}
