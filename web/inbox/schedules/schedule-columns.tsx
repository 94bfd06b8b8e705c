import Eye from "lucide-react/icons/eye";
import Paperclip from "lucide-react/icons/paperclip";
import Pencil from "lucide-react/icons/pencil";
import Repeat from "lucide-react/icons/repeat";
import Trash2 from "lucide-react/icons/trash-2";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { scheduleTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { type Schedule, scheduleCalls } from "./schedules-api.ts";
import { reasonOf, STATUS_TONES, shortened } from "./status.ts";

export interface ScheduleRowActions {
  readonly onEdit: (schedule: Schedule) => void;
  readonly onRemove: (schedule: Schedule) => void;
  readonly onChanged: (schedule: Schedule) => void;
}

/** Columns and actions of a scheduled message. */
export function scheduleColumns(
  t: Translate<typeof pt>,
  { onEdit, onRemove, onChanged }: ScheduleRowActions,
): readonly Column<Schedule>[] {
  const isAdmin = session.user.value?.profile === "admin";
  const author: Column<Schedule> = {
    id: "author",
    title: t("column.author"),
    card: "named",
    sortBy: ({ user }) => user.name,
    cell: ({ user }) => user.name,
  };
  return [
    {
      id: "contact",
      title: t("column.contact"),
      card: "title",
      sortBy: ({ contact }) => contact.name,
      cell: ({ contact }) => (
        <span className="schedule-contact">
          <Avatar name={contact.name} picture={contact.profilePicUrl} size="s" />
          <span className="ellipsis">{contact.name}</span>
        </span>
      ),
    },
    {
      id: "body",
      title: t("column.body"),
      card: "body",
      cell: ({ body, mediaName }) => (
        <span className="schedule-text">
          <span title={body}>{shortened(body)}</span>
          {mediaName ? (
            <small className="schedule-small">
              <Paperclip aria-hidden="true" />
              <span className="ellipsis" title={mediaName}>
                {mediaName}
              </span>
            </small>
          ) : null}
        </span>
      ),
    },
    {
      id: "sendAt",
      title: t("column.sendAt"),
      card: "named",
      sortBy: ({ sendAt }) => sendAt,
      cell: ({ sendAt, recurrence }) => (
        <span className="schedule-when">
          <time dateTime={sendAt}>{formatDateTime(sendAt)}</time>
          {recurrence === "none" ? null : (
            <small className="schedule-small">
              <Repeat aria-hidden="true" />
              {t(`recurrence.${recurrence}`)}
            </small>
          )}
        </span>
      ),
    },
    {
      id: "status",
      title: t("column.status"),
      card: "body",
      cell: (schedule) => <StatusCell schedule={schedule} onChanged={onChanged} />,
    },
    ...(isAdmin ? [author] : []),
    {
      id: "connection",
      title: t("column.connection"),
      leaves: "second",
      card: "named",
      cell: ({ whatsapp }) => whatsapp?.name ?? t("row.defaultConnection"),
    },
    actionsColumn(t("column.actions"), (schedule) => {
      const { name } = schedule.contact;
      const isSent = schedule.sentAt !== null;
      return (
        <div className="row-actions">
          <IconButton label={t(isSent ? "row.show" : "row.edit", { name })} onPress={() => onEdit(schedule)}>
            {isSent ? <Eye /> : <Pencil />}
          </IconButton>
          {isSent && !isAdmin ? null : (
            <IconButton label={t("row.delete", { name })} variant="danger" onPress={() => onRemove(schedule)}>
              <Trash2 />
            </IconButton>
          )}
        </div>
      );
    }),
  ];
}

interface StatusCellProps {
  readonly schedule: Schedule;
  readonly onChanged: (schedule: Schedule) => void;
}

/** State of a scheduled message; for a failed one the reason and a button to send it again. */
function StatusCell({ schedule, onChanged }: StatusCellProps) {
  const t = useText(scheduleTexts);
  const { id, status, sentAt, sendAt } = schedule;
  const reason = reasonOf(schedule, t);
  const resend = () =>
    scheduleCalls.update(id, { sendAt: new Date().toISOString() }).then((changed) => {
      onChanged(changed);
      toast.success(t("row.resent"));
    }, toast.failure);
  return (
    <div className="schedule-status">
      <Chip tone={STATUS_TONES[status]} shape="round">
        {t(`status.${status}`)}
      </Chip>
      {sentAt && formatDateTime(sentAt) !== formatDateTime(sendAt) ? (
        <small>{t("row.sentAt", { time: formatDateTime(sentAt) })}</small>
      ) : null}
      {reason ? (
        <>
          <small className="schedule-reason">{reason}</small>
          <Button size="s" onPress={() => void resend()}>
            {t("row.resend")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
