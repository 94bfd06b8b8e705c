import { useSignals } from "@preact/signals-react/runtime";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { type Schedule, scheduleCalls } from "#web/inbox/schedules/schedules-api.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { CalendarDay } from "./calendar-day.tsx";
import { CalendarModel, type CalendarView, daysShown, stepped, weekOf } from "./calendar-model.ts";
import { CalendarMonth, type CalendarPartProps } from "./calendar-month.tsx";
import { calendarWords } from "./calendar-words.ts";
import "./calendar.css";

interface CalendarProps {
  readonly view: CalendarView;
  readonly onView: (view: CalendarView) => void;
  readonly onOpen: (schedule: Schedule) => void;
  /** Opens the dialog for a new scheduled message on this day. */
  readonly onAdd: (day: string) => void;
}

/** Scheduled messages on a calendar of the company's days. */
export default function Calendar({ view, onView, onOpen, onAdd }: CalendarProps) {
  useSignals();
  const t = useText(scheduleTexts);
  const words = calendarWords();
  const [model] = useState(() => new CalendarModel(scheduleCalls));
  const [day, setDay] = useState(() => dayKey(Date.now()));
  const { firstWeekday } = words;
  useEffect(() => model.listen(socket), [model]);
  useEffect(() => void model.show(daysShown(day, view, firstWeekday)), [model, day, view, firstWeekday]);
  if (model.state.value === "error")
    return (
      <div className="panel">
        <ErrorState error={model.error.value} onRetry={() => void model.reload()} />
      </div>
    );
  const isMonth = view === "month";
  const shared = { day, words, days: model.days.value, onOpen, onAdd };
  return (
    <section
      className="panel calendar"
      aria-label={t("calendar.label")}
      aria-busy={model.state.value === "loading"}
    >
      <header className="calendar-head">
        <IconButton
          label={t(isMonth ? "calendar.previousMonth" : "calendar.previousWeek")}
          onPress={() => setDay(stepped(day, view, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <h2 aria-live="polite">
          {isMonth ? words.month(day) : words.week(daysShown(day, view, firstWeekday))}
        </h2>
        <IconButton
          label={t(isMonth ? "calendar.nextMonth" : "calendar.nextWeek")}
          onPress={() => setDay(stepped(day, view, 1))}
        >
          <ChevronRight />
        </IconButton>
        <Button onPress={() => setDay(dayKey(Date.now()))}>{t("calendar.today")}</Button>
      </header>
      {model.hasMore.value ? <Callout tone="info">{t("calendar.tooMany")}</Callout> : null}
      {isMonth ? (
        <CalendarMonth
          {...shared}
          onDay={(chosen) => {
            setDay(chosen);
            onView("week");
          }}
        />
      ) : (
        <CalendarWeek {...shared} />
      )}
    </section>
  );
}

/** The week view: seven days side by side; on phones one below the other. */
function CalendarWeek(props: CalendarPartProps) {
  const isNarrow = useNarrow();
  return (
    <div className="calendar-week">
      {weekOf(props.day, props.words.firstWeekday).map((date) => (
        <CalendarDay key={date} {...props} date={date} isColumn={!isNarrow} />
      ))}
    </div>
  );
}
