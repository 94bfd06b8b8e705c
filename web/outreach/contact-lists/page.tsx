import { useSignals } from "@preact/signals-react/runtime";
import Users from "lucide-react/icons/users-round";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { listCalls } from "./lists-api.ts";
import { contactLists } from "./lists-list.ts";
import { listTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import "./contact-lists.css";

const ListDialog = lazyLayer(async () => (await import("./list-dialog.tsx")).ListDialog);

type Open =
  | { readonly kind: "save"; readonly list: ContactListAnswer | null }
  | { readonly kind: "remove"; readonly list: ContactListAnswer };

/** Contact lists for campaigns (docs/rules/imports.md#lists). */
export function ContactListsPage() {
  useSignals();
  const t = useText(listTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => contactLists.open(), []);
  const canWrite = session.user.value?.profile === "admin";
  const columns = listColumns(t, {
    canWrite,
    onEdit: (list) => setOpen({ kind: "save", list }),
    onRemove: (list) => {
      // Only the deletion of a list with contacts needs a confirmation.
      if (list.contactsCount > 0) setOpen({ kind: "remove", list });
      else removeList(list);
    },
  });
  return (
    <ListPage
      title={t("page.title")}
      list={contactLists.list}
      columns={columns}
      add={t("page.add")}
      onAdd={canWrite ? () => setOpen({ kind: "save", list: null }) : null}
      picture={<Users />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open?.kind === "save" ? (
        <ListDialog
          list={open.list}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            contactLists.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.list.name })}
          onDelete={() => removeList(open.list)}
          onClose={() => setOpen(null)}
        >
          <p>{t("remove.contacts", { count: open.list.contactsCount })}</p>
        </ConfirmDelete>
      ) : null}
    </ListPage>
  );
}

type T = Translate<typeof pt>;
interface ListRowActions {
  readonly canWrite: boolean;
  readonly onEdit: (list: ContactListAnswer) => void;
  readonly onRemove: (list: ContactListAnswer) => void;
}

/** Columns of the table; the name links to the list's contacts. */
function listColumns(
  t: T,
  { canWrite, onEdit, onRemove }: ListRowActions,
): readonly Column<ContactListAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={`/contact-lists/${id}/contacts`} className="list-link ellipsis" dir="auto">
          {name}
        </Link>
      ),
    },
    {
      id: "contacts",
      title: t("column.contacts"),
      card: "body",
      sortBy: ({ contactsCount }) => contactsCount,
      sortDown: true,
      cell: ({ contactsCount }) => (
        <span className="list-figure">{t("row.count", { count: contactsCount })}</span>
      ),
    },
    {
      id: "numbers",
      title: t("column.numbers"),
      card: "body",
      cell: (list) => <ValidityCounts t={t} list={list} />,
    },
    actionsColumn(t("column.actions"), (list) =>
      canWrite ? (
        <RowActions
          editLabel={t("row.edit", { name: list.name })}
          deleteLabel={t("row.delete", { name: list.name })}
          onEdit={() => onEdit(list)}
          onDelete={() => onRemove(list)}
        />
      ) : null,
    ),
  ];
}

/** Numbers on WhatsApp, not on WhatsApp, and not checked yet. */
function ValidityCounts({ t, list }: { readonly t: T; readonly list: ContactListAnswer }) {
  const { contactsCount, validCount, invalidCount } = list;
  const unknown = contactsCount - validCount - invalidCount;
  return (
    <span className="list-numbers">
      {validCount > 0 ? <Chip tone="success">{t("row.valid", { count: validCount })}</Chip> : null}
      {invalidCount > 0 ? <Chip tone="danger">{t("row.invalid", { count: invalidCount })}</Chip> : null}
      {unknown > 0 ? <Chip>{t("row.unknown", { count: unknown })}</Chip> : null}
    </span>
  );
}

/** Deletes a contact list with its items; the deletion can be undone for some seconds. */
function removeList({ id }: ContactListAnswer): void {
  deleteWithUndo({
    kind: "ContactList",
    ids: [id],
    message: text(listTexts, "remove.deleted"),
    async remove() {
      await listCalls.remove(id);
      contactLists.remove(id);
    },
  });
}
