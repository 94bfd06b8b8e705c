import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import FileUp from "lucide-react/icons/file-up";
import Plus from "lucide-react/icons/plus";
import Smartphone from "lucide-react/icons/smartphone";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { type ComponentType, useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { session } from "#web/lib/session/session.ts";
import { contactImports } from "#web/people/contacts/import/import-model.ts";
import { ImportStrip } from "#web/people/contacts/import/import-strip.tsx";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { createSelection, type Selection } from "#web/ui/table/selection.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { BulkMenus } from "./bulk-menus.tsx";
import { contactColumns } from "./contact-columns.tsx";
import { type ContactList, createContactList } from "./contact-list.ts";
import { ListControls } from "./list-controls.tsx";
import { contactListTexts } from "./locales/index.ts";
import { type Conversation, Overlay } from "./overlay.tsx";
import { exportContacts } from "./row-verbs.ts";
import "./contacts-page.css";

/** The open dialog. Stores the contacts as of its opening: events must not overwrite the input. */
export type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "merge" | "history"; readonly contact: ContactAnswer }
  | { readonly kind: "talk"; readonly contact: ContactAnswer; readonly why: "ask" | "saved" }
  | { readonly kind: "remove"; readonly contacts: readonly ContactAnswer[] };

export interface ContactsPageProps {
  /** Opens the ticket of a contact; passed in by the app, because this folder may not import the ticket pages. */
  readonly Conversation: ComponentType<Conversation>;
}

/** The page of the company's contacts: search, talk, edit, import, export (docs/rules/screens.md#contacts). */
export function ContactsPage({ Conversation }: ContactsPageProps) {
  useSignals();
  const t = useText(contactListTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const rows = useMemo(createContactList, []);
  const selection = useMemo(createSelection, []);
  useEffect(() => rows.open(), [rows]);
  useEffect(() => contactImports.open(), []);
  useEffect(() => void fieldList.need(), []);
  useNotedReport();
  const { list } = rows;
  const columns = useMemo(() => contactColumns(t, setOpen), [t]);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setOpen({ kind: "add" })}>
      {t("page.add")}
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">
          {t("page.title")}
          {list.state.value === "ready" && list.count.value > 0 ? (
            <small className="contact-count">{t("page.count", { count: list.count.value })}</small>
          ) : null}
        </h1>
        <ListSearch list={list} label={t("page.search")} />
        <ListControls rows={rows} />
        <MoreMenu />
        {session.user.value?.profile === "NAO" ? (
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />} isDisabled>
            {t("page.deleteAll")}
          </Button>
        ) : null}
        {add}
      </header>
      <ImportStrip />
      <BulkBar
        rows={rows}
        selection={selection}
        onRemove={() => {
          const chosen = [...selection.ids.peek()].flatMap((id) => rows.items.peek(id) ?? []);
          setOpen({ kind: "remove", contacts: chosen });
        }}
      />
      <PagedTable<ContactAnswer>
        list={list}
        label={t("page.title")}
        columns={columns}
        selection={selection}
        empty={
          <EmptyState
            picture={<CounterPicture />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
      {open ? (
        <Overlay
          open={open}
          onOpen={setOpen}
          onClose={() => setOpen(null)}
          onRemoved={(id) => {
            selection.drop(id);
            rows.remove(id);
          }}
          onSaved={(contact) => rows.put(contact)}
          Conversation={Conversation}
        />
      ) : null}
    </div>
  );
}

/** The address of a notice contains the import whose result is to be shown. */
function useNotedReport(): void {
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("import");
  useEffect(() => {
    if (wanted === null) return;
    navigate("/contacts", { replace: true });
    contactImports.showReport(Number(wanted)).catch((error: unknown) => toast.failure(error));
  }, [wanted, navigate]);
}

function MoreMenu() {
  useSignals();
  const t = useText(contactListTexts);
  const items: MenuItem[] = [
    {
      id: "file",
      label: t("page.importFile"),
      icon: <FileUp aria-hidden="true" />,
      onAction: () => contactImports.show(),
    },
    {
      id: "phone",
      label: t("page.importPhone"),
      icon: <Smartphone aria-hidden="true" />,
      onAction: () => contactImports.showPhone(),
    },
  ];
  if (session.user.value?.profile === "admin")
    items.push({
      id: "export",
      label: t("page.export"),
      icon: <Download aria-hidden="true" />,
      onAction: () => void exportContacts(),
    });
  return (
    <Menu
      label={t("page.more")}
      placement="bottom end"
      trigger={
        <IconButton label={t("page.more")}>
          <EllipsisVertical />
        </IconButton>
      }
      items={items}
    />
  );
}

interface BulkBarProps {
  readonly rows: ContactList;
  readonly selection: Selection;
  readonly onRemove: () => void;
}

/** Actions on the selected contacts; shown while at least one is selected. */
function BulkBar({ rows, selection, onRemove }: BulkBarProps) {
  useSignals();
  const t = useText(contactListTexts);
  const count = selection.ids.value.size;
  useBackCloses(() => selection.clear(), count > 0);
  if (count === 0) return null;
  const shown = rows.list.ids.value;
  const isAdmin = session.user.value?.profile === "admin";
  return (
    <div className="contacts-bulk panel" data-bottom-bar role="toolbar" aria-label={t("bulk.label")}>
      <strong aria-live="polite">{t("bulk.count", { count })}</strong>
      {shown.every((id) => selection.ids.value.has(id)) ? null : (
        <Button size="s" variant="ghost" onPress={() => selection.add(shown)}>
          {t("bulk.all", { count: shown.length })}
        </Button>
      )}
      <span className="contacts-bulk-space" />
      <BulkMenus rows={rows} selection={selection} />
      {isAdmin ? (
        <Button
          size="s"
          icon={<Download aria-hidden="true" />}
          onPress={() => void exportContacts([...selection.ids.peek()])}
        >
          {t("bulk.export")}
        </Button>
      ) : null}
      {session.can("contacts-page:deleteContact") ? (
        <Button size="s" variant="danger" icon={<Trash2 aria-hidden="true" />} onPress={onRemove}>
          {t("bulk.delete")}
        </Button>
      ) : null}
      <IconButton size="s" label={t("bulk.clear")} onPress={() => selection.clear()}>
        <X />
      </IconButton>
    </div>
  );
}
