import { useSignals } from "@preact/signals-react/runtime";
import Files from "lucide-react/icons/files";
import { useEffect, useState } from "react";
import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { fileListCalls } from "./file-lists-api.ts";
import { fileTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import "./file-lists.css";

/** The rows of the page, sorted by name. */
const fileLists = new LiveList<FileListAnswer>({
  path: "/files",
  name: "files",
  channel: "file",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

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

interface FileListRowActions {
  readonly onEdit: (list: FileListAnswer) => void;
  readonly onRemove: (list: FileListAnswer) => void;
}

function fileListColumns(
  t: Translate<typeof pt>,
  { onEdit, onRemove }: FileListRowActions,
): readonly Column<FileListAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <span className="file-list-name ellipsis" dir="auto">
          {name}
        </span>
      ),
    },
    {
      id: "message",
      title: t("column.message"),
      leaves: "second",
      card: "body",
      cell: ({ message }) => (
        <span className="file-list-message ellipsis" dir="auto">
          {message}
        </span>
      ),
    },
    {
      id: "files",
      title: t("column.files"),
      card: "body",
      sortBy: ({ options }) => options.length,
      sortDown: true,
      cell: ({ options }) => {
        const there = options.filter(({ file }) => file !== null).length;
        const missing = options.length - there;
        return (
          <span className="file-list-files">
            <Chip icon={<Files aria-hidden="true" />}>{t("row.files", { count: there })}</Chip>
            {missing > 0 ? <Chip tone="waiting">{t("row.missing", { count: missing })}</Chip> : null}
          </span>
        );
      },
    },
    actionsColumn(t("column.actions"), (list) => (
      <RowActions
        editLabel={t("row.edit", { name: list.name })}
        deleteLabel={t("row.delete", { name: list.name })}
        onEdit={() => onEdit(list)}
        onDelete={() => onRemove(list)}
      />
    )),
  ];
}
