import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { STATUS_TONES, shortened } from "#web/inbox/schedules/status.ts";
import { formatTime } from "#web/lib/format/dates.ts";

interface Props {
  readonly schedule: Schedule;
  readonly onOpen: (schedule: Schedule) => void;
  /** Shows the beginning of the text, if there is space. */
  readonly isTall?: boolean;
}

/** One scheduled message on the calendar. */
export function CalendarEntry({ schedule, onOpen, isTall = false }: Props) {
  const t = useText(scheduleTexts);
  const { contact, sendAt, status, body } = schedule;
  return (
    <button
      type="button"
      className={`calendar-entry calendar-entry-${STATUS_TONES[status]}`}
      title={isTall ? undefined : body}
      onClick={() => onOpen(schedule)}
    >
      <span className="calendar-entry-line">
        <time dateTime={sendAt}>{formatTime(sendAt)}</time>
        <span className="ellipsis">{contact.name}</span>
      </span>
      {isTall ? <span className="calendar-entry-body ellipsis">{shortened(body)}</span> : null}
      <span className="visually-hidden">{t(`status.${status}`)}</span>
    </button>
  );
}
