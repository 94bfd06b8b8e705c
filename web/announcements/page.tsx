import { useSignals } from "@preact/signals-react/runtime";
import Megaphone from "lucide-react/icons/megaphone";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import type { AnnouncementAnswer } from "#announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later } from "#web/ui/later.tsx";
import { ListSearch, PagedTable } from "#web/ui/paged-table.tsx";
import { announcementColumns } from "./announcement-columns.tsx";
import { announcementList } from "./announcement-list.ts";
import { announcementTexts } from "./locales/index.ts";
import "./announcements.css";

const AnnouncementDialog = later(async () => (await import("./announcement-dialog.tsx")).AnnouncementDialog);
const RemoveAnnouncement = later(async () => (await import("./remove-announcement.tsx")).RemoveAnnouncement);

type Open =
  | { readonly kind: "save"; readonly announcement: AnnouncementAnswer | null }
  | { readonly kind: "remove"; readonly announcement: AnnouncementAnswer };

/** What the provider tells every company: add, change, delete (specification 002 section 2.10). */
export function AnnouncementsPage() {
  useSignals();
  const t = useText(announcementTexts);
  const { list } = announcementList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => announcementList.open(), []);
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", announcement: null })}
    >
      {t("page.add")}
    </Button>
  );
  const columns = announcementColumns(t, {
    onEdit: (announcement) => setOpen({ kind: "save", announcement }),
    onRemove: (announcement) => setOpen({ kind: "remove", announcement }),
  });
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <span className="announcement-count" aria-live="polite">
          {list.state.value === "ready" ? t("page.count", { count: list.count.value }) : null}
        </span>
        <ListSearch list={list} label={t("page.search")} />
        {add}
      </header>
      <PagedTable
        list={list}
        label={t("page.title")}
        columns={columns}
        empty={
          <EmptyState
            picture={<Megaphone />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
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
    </div>
  );
}
