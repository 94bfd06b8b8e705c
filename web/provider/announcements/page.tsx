import { useSignals } from "@preact/signals-react/runtime";
import ImageIcon from "lucide-react/icons/image";
import Megaphone from "lucide-react/icons/megaphone";
import { useEffect, useState } from "react";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { announcementTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { byPriority } from "./order.ts";
import { PriorityChip } from "./priority-chip.tsx";
import "./announcements.css";

/** The announcements on the provider's page. */
const announcementList = new LiveList<AnnouncementAnswer>({
  path: "/announcements",
  name: "records",
  channel: "announcement",
  compare: byPriority,
});

const AnnouncementDialog = lazyLayer(
  async () => (await import("./announcement-dialog.tsx")).AnnouncementDialog,
);
const RemoveAnnouncement = lazyLayer(
  async () => (await import("./remove-announcement.tsx")).RemoveAnnouncement,
);

type Open =
  | { readonly kind: "save"; readonly announcement: AnnouncementAnswer | null }
  | { readonly kind: "remove"; readonly announcement: AnnouncementAnswer };

/** The page of the provider's announcements: add, edit, delete (docs/rules/screens.md#other-pages). */
export function AnnouncementsPage() {
  useSignals();
  const t = useText(announcementTexts);
  const { list } = announcementList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => announcementList.open(), []);
  const columns = announcementColumns(t, {
    onEdit: (announcement) => setOpen({ kind: "save", announcement }),
    onRemove: (announcement) => setOpen({ kind: "remove", announcement }),
  });
  return (
    <ListPage
      title={t("page.title")}
      list={list}
      columns={columns}
      search={t("page.search")}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "save", announcement: null })}
      picture={<Megaphone />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
      note={
        <span className="announcement-count" aria-live="polite">
          {list.state.value === "ready" ? t("page.count", { count: list.count.value }) : null}
        </span>
      }
    >
      {open?.kind === "save" ? (
        <AnnouncementDialog
          announcement={open.announcement}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            announcementList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveAnnouncement
          announcement={open.announcement}
          onClose={() => setOpen(null)}
          onRemoved={(id) => announcementList.remove(id)}
        />
      ) : null}
    </ListPage>
  );
}

interface AnnouncementRowActions {
  readonly onEdit: (announcement: AnnouncementAnswer) => void;
  readonly onRemove: (announcement: AnnouncementAnswer) => void;
}

/** Columns (docs/rules/screens.md#other-pages) and actions of the list of announcements. */
function announcementColumns(
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
    actionsColumn(t("column.actions"), (row) => (
      <RowActions
        editLabel={t("row.edit", { name: row.title })}
        deleteLabel={t("row.delete", { name: row.title })}
        onEdit={() => onEdit(row)}
        onDelete={() => onRemove(row)}
      />
    )),
  ];
}
