import ImageIcon from "lucide-react/icons/image";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";
import { PriorityChip } from "./priority-chip.tsx";

export interface AnnouncementRowActions {
  readonly onEdit: (announcement: AnnouncementAnswer) => void;
  readonly onRemove: (announcement: AnnouncementAnswer) => void;
}

/** Columns (docs/rules/screens.md#other-pages) and actions of the list of announcements. */
export function announcementColumns(
  t: Translate<typeof pt>,
  { onEdit, onRemove }: AnnouncementRowActions,
): readonly Column<AnnouncementAnswer>[] {
  return [
    {
      id: "title",
      title: t("column.title"),
      card: "title",
      sortBy: ({ title }) => title,
      cell: ({ title }) => <span className="announcement-title">{title}</span>,
    },
    {
      id: "priority",
      title: t("column.priority"),
      card: "named",
      sortBy: ({ priority }) => priority,
      cell: ({ priority }) => <PriorityChip priority={priority} />,
    },
    {
      id: "media",
      title: t("column.media"),
      card: "body",
      cell: ({ mediaPath, mediaName }) =>
        mediaPath ? (
          <a className="announcement-media" href={mediaPath} target="_blank" rel="noopener">
            <ImageIcon aria-hidden="true" />
            <span className="ellipsis">{mediaName}</span>
          </a>
        ) : null,
    },
    {
      id: "status",
      title: t("column.status"),
      card: "named",
      cell: ({ status }) => (
        <Chip tone={status ? "success" : "neutral"}>{t(status ? "status.active" : "status.inactive")}</Chip>
      ),
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (row) => (
        <RowActions
          editLabel={t("row.edit", { name: row.title })}
          deleteLabel={t("row.delete", { name: row.title })}
          onEdit={() => onEdit(row)}
          onDelete={() => onRemove(row)}
        />
      ),
    },
  ];
}
