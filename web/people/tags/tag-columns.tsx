import Columns3 from "lucide-react/icons/columns-3";
import type { TagAnswer } from "#people/tags/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";

export interface TagRowActions {
  readonly onEdit: (tag: TagAnswer) => void;
  readonly onRemove: (tag: TagAnswer) => void;
}

/** Columns and actions of the list of tags. */
export function tagColumns(
  t: Translate<typeof pt>,
  { onEdit, onRemove }: TagRowActions,
): readonly Column<TagAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, color }, { isSelected, onSelect }) => (
        <span className="tag-name">
          <Checkbox label={t("page.select", { name })} hideLabel value={isSelected} onChange={onSelect} />
          <Chip color={color} shape="round" className="tag-chip">
            {name}
          </Chip>
        </span>
      ),
    },
    {
      id: "tickets",
      title: t("column.tickets"),
      card: "named",
      sortBy: ({ ticketsCount }) => ticketsCount,
      sortDown: true,
      cell: ({ ticketsCount }) => <span className="tag-count">{formatNumber(ticketsCount)}</span>,
    },
    {
      id: "kanban",
      title: t("column.kanban"),
      card: "body",
      sortBy: ({ kanban }) => kanban,
      sortDown: true,
      cell: ({ kanban }) =>
        kanban === 1 ? (
          <Chip tone="primary" icon={<Columns3 aria-hidden="true" />}>
            {t("row.lane")}
          </Chip>
        ) : null,
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (tag) => (
        <RowActions
          editLabel={t("row.edit", { name: tag.name })}
          deleteLabel={t("row.delete", { name: tag.name })}
          onEdit={() => onEdit(tag)}
          onDelete={() => onRemove(tag)}
        />
      ),
    },
  ];
}
