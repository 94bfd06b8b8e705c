import { useSignals } from "@preact/signals-react/runtime";
import Files from "lucide-react/icons/files";
import { useEffect, useState } from "react";
import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { fileListColumns } from "./file-list-columns.tsx";
import { fileListCalls } from "./file-lists-api.ts";
import { fileLists } from "./file-lists-list.ts";
import { fileTexts } from "./locales/index.ts";
import "./file-lists.css";

const FileListDialog = lazyLayer(async () => (await import("./file-list-dialog.tsx")).FileListDialog);

type Open =
  | { readonly kind: "save"; readonly list: FileListAnswer | null }
  | { readonly kind: "remove"; readonly list: FileListAnswer };

/** File lists for campaigns (docs/rules/team.md#file-lists). */
export function FileListsPage() {
  useSignals();
  const t = useText(fileTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => fileLists.open(), []);
  const columns = fileListColumns(t, {
    onEdit: (list) => setOpen({ kind: "save", list }),
    onRemove: (list) => setOpen({ kind: "remove", list }),
  });
  const close = () => setOpen(null);
  return (
    <ListPage
      title={t("page.title")}
      list={fileLists.list}
      columns={columns}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "save", list: null })}
      picture={<Files />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open?.kind === "save" ? (
        <FileListDialog
          list={open.list}
          onClose={close}
          onSaved={(saved) => {
            fileLists.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.list.name })}
          deleted={t("remove.deleted")}
          onDelete={async () => {
            await fileListCalls.remove(open.list.id);
            fileLists.remove(open.list.id);
          }}
          onClose={close}
        >
          <FilesOf list={open.list} />
        </ConfirmDelete>
      ) : null}
    </ListPage>
  );
}

function FilesOf({ list }: { readonly list: FileListAnswer }) {
  const t = useText(fileTexts);
  const count = list.options.filter(({ file }) => file !== null).length;
  return count > 0 ? <p>{t("remove.files", { count })}</p> : null;
}
