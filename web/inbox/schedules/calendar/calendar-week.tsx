import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { CalendarDay } from "./calendar-day.tsx";
import { weekOf } from "./calendar-model.ts";
import type { CalendarPartProps } from "./calendar-month.tsx";

/** Seven days beside each other; on phones below each other. */
export function CalendarWeek(props: CalendarPartProps) {
  const isNarrow = useNarrow();
  return (
    <div className="calendar-week">
      {weekOf(props.day, props.words.firstWeekday).map((date) => (
        <CalendarDay key={date} {...props} date={date} isColumn={!isNarrow} />
      ))}
    </div>
  );
}
