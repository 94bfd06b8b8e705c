import Eye from "lucide-react/icons/eye";
import Paperclip from "lucide-react/icons/paperclip";
import Pencil from "lucide-react/icons/pencil";
import Repeat from "lucide-react/icons/repeat";
import Trash2 from "lucide-react/icons/trash-2";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import type pt from "./locales/pt.json";
import type { Schedule } from "./schedules-api.ts";
import { shortened } from "./status.ts";
import { StatusCell } from "./status-cell.tsx";

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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (schedule) => {
        const { name } = schedule.contact;
        const isSent = schedule.sentAt !== null;
        return (
          <div className="row-actions">
            <IconButton
              label={t(isSent ? "row.show" : "row.edit", { name })}
              onPress={() => onEdit(schedule)}
            >
              {isSent ? <Eye /> : <Pencil />}
            </IconButton>
            {isSent && !isAdmin ? null : (
              <IconButton
                label={t("row.delete", { name })}
                variant="danger"
                onPress={() => onRemove(schedule)}
              >
                <Trash2 />
              </IconButton>
            )}
          </div>
        );
      },
    },
  ];
}
