import { useSignals } from "@preact/signals-react/runtime";
import Users from "lucide-react/icons/users-round";
import { useEffect, useState } from "react";
import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { listColumns } from "./list-columns.tsx";
import { contactLists } from "./lists-list.ts";
import { listTexts } from "./locales/index.ts";
import { removeList } from "./remove-list.ts";
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
