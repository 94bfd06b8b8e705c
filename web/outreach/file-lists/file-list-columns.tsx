import Files from "lucide-react/icons/files";
import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";

export interface FileListRowActions {
  readonly onEdit: (list: FileListAnswer) => void;
  readonly onRemove: (list: FileListAnswer) => void;
}

export function fileListColumns(
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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (list) => (
        <RowActions
          editLabel={t("row.edit", { name: list.name })}
          deleteLabel={t("row.delete", { name: list.name })}
          onEdit={() => onEdit(list)}
          onDelete={() => onRemove(list)}
        />
      ),
    },
  ];
}
