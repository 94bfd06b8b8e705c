import Columns3 from "lucide-react/icons/columns-3";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { TagAnswer } from "#tags/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { Column } from "#web/ui/data-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { pt } from "./locales/pt.ts";

export interface TagRowActions {
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (id: number, isChosen: boolean) => void;
  readonly onEdit: (tag: TagAnswer) => void;
  readonly onRemove: (tag: TagAnswer) => void;
}

/** What is told of a tag, and what can be done with it. */
export function tagColumns(
  t: Translate<typeof pt>,
  { chosen, onChoose, onEdit, onRemove }: TagRowActions,
): readonly Column<TagAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      cell: ({ id, name, color }) => (
        <span className="tag-name">
          <Checkbox
            label={t("page.select", { name })}
            hideLabel
            value={chosen.has(id)}
            onChange={(isChosen) => onChoose(id, isChosen)}
          />
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
      cell: ({ ticketsCount }) => <span className="tag-count">{ticketsCount}</span>,
    },
    {
      id: "kanban",
      title: t("column.kanban"),
      card: "body",
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
        <div className="row-actions">
          <IconButton label={t("row.edit", { name: tag.name })} onPress={() => onEdit(tag)}>
            <Pencil />
          </IconButton>
          <IconButton
            label={t("row.delete", { name: tag.name })}
            variant="danger"
            onPress={() => onRemove(tag)}
          >
            <Trash2 />
          </IconButton>
        </div>
      ),
    },
  ];
}
