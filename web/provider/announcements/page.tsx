import { useSignals } from "@preact/signals-react/runtime";
import Megaphone from "lucide-react/icons/megaphone";
import { useEffect, useState } from "react";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { announcementColumns } from "./announcement-columns.tsx";
import { announcementList } from "./announcement-list.ts";
import { announcementTexts } from "./locales/index.ts";
import "./announcements.css";

const AnnouncementDialog = lazyLayer(
  async () => (await import("./announcement-dialog.tsx")).AnnouncementDialog,
);
const RemoveAnnouncement = lazy(async () => (await import("./remove-announcement.tsx")).RemoveAnnouncement);

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
