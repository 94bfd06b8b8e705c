import Plus from "lucide-react/icons/plus";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { CalendarEntry } from "./calendar-entry.tsx";
import type { CalendarPartProps } from "./calendar-month.tsx";

/** One day of the calendar with all its scheduled messages. */
export function CalendarDay({
  date,
  words,
  days,
  onOpen,
  onAdd,
  isColumn = false,
}: CalendarPartProps & { readonly date: string; readonly isColumn?: boolean }) {
  const t = useText(scheduleTexts);
  const list = days.get(date) ?? [];
  const today = dayKey(Date.now());
  return (
    <section
      className={classNames("calendar-day", date === today && "calendar-day-today")}
      aria-label={words.date(date)}
    >
      <header>
        <h3>
          {isColumn ? (
            <>
              <small>{words.weekday(date)}</small> {Number(date.slice(8))}
            </>
          ) : (
            words.date(date)
          )}
        </h3>
        {date >= today ? (
          <IconButton label={t("calendar.addOn", { date: words.date(date) })} onPress={() => onAdd(date)}>
            <Plus />
          </IconButton>
        ) : null}
      </header>
      {list.map((schedule) => (
        <CalendarEntry key={schedule.id} schedule={schedule} onOpen={onOpen} isTall />
      ))}
      {list.length === 0 && !isColumn ? (
        <p className="calendar-nothing">{t("calendar.nothingOn", { date: words.date(date) })}</p>
      ) : null}
    </section>
  );
}
