import CopyPlus from "lucide-react/icons/copy-plus";
import Ellipsis from "lucide-react/icons/ellipsis";
import Plus from "lucide-react/icons/plus";
import Sun from "lucide-react/icons/sun";
import type { Weekday } from "#accounts/opening-hours/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import {
  addSpan,
  changeSpan,
  closeDay,
  copyDay,
  DAYS,
  isAllDay,
  onLine,
  openAllDay,
  openDay,
  openSpans,
  removeSpan,
  type Spans,
} from "./hours-model.ts";
import { hoursTexts } from "./locales/index.ts";
import { SpanRow } from "./span-row.tsx";

interface Props {
  readonly day: Weekday;
  readonly week: Spans;
  readonly onChange: (week: Spans) => void;
}

/** One day of the week: open or closed, its spans, and a 24-hour bar of them. */
export function DayRow({ day, week, onChange }: Props) {
  const t = useText(hoursTexts);
  const name = t(`day.${day}`);
  const spans = openSpans(week, day);
  const isOpen = spans.length > 0;
  const allDay = spans.some(isAllDay);
  return (
    <li className="hours-day">
      <div className="hours-name">
        <Checkbox
          label={name}
          value={isOpen}
          onChange={(open) => onChange(open ? openDay(week, day) : closeDay(week, day))}
        />
      </div>
      <div className="hours-spans">
        {isOpen ? null : <span className="hours-closed">{t("week.closed")}</span>}
        {allDay ? <span className="hours-closed">{t("week.allDay")}</span> : null}
        {allDay
          ? null
          : spans.map(({ startTime, endTime }, index) => (
              <SpanRow
                // biome-ignore lint/suspicious/noArrayIndexKey: spans have no id
                key={index}
                startTime={startTime}
                endTime={endTime}
                labels={{
                  start: t("week.start", { day: name, number: index + 1 }),
                  end: t("week.end", { day: name, number: index + 1 }),
                  remove: t("week.removeSpan", { day: name, number: index + 1 }),
                }}
                onChange={(times) => onChange(changeSpan(week, day, index, times))}
                onRemove={() => onChange(removeSpan(week, day, index))}
              />
            ))}
        <Line spans={spans} />
      </div>
      <div className="hours-tools">
        {allDay ? null : (
          <IconButton label={t("week.addSpan", { day: name })} onPress={() => onChange(addSpan(week, day))}>
            <Plus />
          </IconButton>
        )}
        <Menu
          label={t("week.more", { day: name })}
          placement="bottom end"
          trigger={
            <IconButton label={t("week.more", { day: name })}>
              <Ellipsis />
            </IconButton>
          }
          items={[
            {
              id: "all",
              label: t("week.copyToAll"),
              icon: <CopyPlus aria-hidden="true" />,
              onAction: () => onChange(copyDay(week, day, DAYS)),
            },
            {
              id: "weekdays",
              label: t("week.copyToWeekdays"),
              icon: <CopyPlus aria-hidden="true" />,
              onAction: () => onChange(copyDay(week, day, DAYS.slice(0, 5))),
            },
            {
              id: "allDay",
              label: t("week.openAllDay"),
              icon: <Sun aria-hidden="true" />,
              onAction: () => onChange(openAllDay(week, day)),
            },
          ]}
        />
      </div>
    </li>
  );
}

/** A bar from midnight to midnight with the open spans coloured; decorative. */
function Line({ spans }: { readonly spans: Spans }) {
  return (
    <div className="hours-line" aria-hidden="true">
      {spans.map(onLine).map(({ from, to }) => (
        <i
          key={`${from}-${to}`}
          style={{ left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` }}
        />
      ))}
    </div>
  );
}
