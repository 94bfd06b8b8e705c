import { useSignals } from "@preact/signals-react/runtime";
import Columns3 from "lucide-react/icons/columns-3";
import TagIcon from "lucide-react/icons/tag";
import { useEffect, useMemo, useState } from "react";
import type { TagAnswer } from "#people/tags/contract.ts";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { createSelection } from "#web/ui/table/selection.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { tagTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { tagCalls } from "./tags-api.ts";
import { tagsList } from "./tags-list.ts";
import "./tags.css";

const TagDialog = lazyLayer(async () => (await import("./tag-dialog.tsx")).TagDialog);

type Open =
  | { readonly kind: "save"; readonly tag: TagAnswer | null }
  | { readonly kind: "remove"; readonly tags: readonly TagAnswer[] };

/** The page of the company's tags: add, edit, delete one or several (docs/rules/screens.md#other-pages). */
export function TagsPage() {
  useSignals();
  const t = useText(tagTexts);
  const { list } = tagsList;
  const [open, setOpen] = useState<Open | null>(null);
  const selection = useMemo(createSelection, []);
  useEffect(() => tagsList.open(), []);
  const remove = (tags: readonly TagAnswer[]) => {
    setOpen(null);
    for (const { id } of tags) selection.drop(id);
    removeTags(tags);
  };
  const ask = (tags: readonly TagAnswer[]) => {
    if (tags.some(({ ticketsCount }) => ticketsCount > 0)) setOpen({ kind: "remove", tags });
    else remove(tags);
  };
  const marked = list.items.value.filter(({ id }) => selection.ids.value.has(id));
  const columns = tagColumns(t, {
    onEdit: (tag) => setOpen({ kind: "save", tag }),
    onRemove: (tag) => ask([tag]),
  });
  return (
    <ListPage
      title={t("page.title")}
      list={list}
      columns={columns}
      selection={selection}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "save", tag: null })}
      picture={<TagIcon />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
      above={
        <div className="tags-chosen" role="status" data-shown={marked.length > 0}>
          {marked.length > 0 ? (
            <>
              <strong>{t("page.selected", { count: marked.length })}</strong>
              <Button size="s" variant="danger" onPress={() => ask(marked)}>
                {t("page.deleteSelected")}
              </Button>
              <Button size="s" variant="ghost" onPress={() => selection.clear()}>
                {t("page.clearSelection")}
              </Button>
            </>
          ) : null}
        </div>
      }
    >
      {open?.kind === "save" ? (
        <TagDialog
          tag={open.tag}
          count={list.count.value}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            tagsList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveTags tags={open.tags} onClose={() => setOpen(null)} onRemove={() => remove(open.tags)} />
      ) : null}
    </ListPage>
  );
}

/** Deletes tags, with an undo for some seconds; tags that could not be deleted return to the list. */
function removeTags(tags: readonly TagAnswer[]): void {
  deleteWithUndo({
    kind: "tag",
    ids: tags.map(({ id }) => id),
    message: text(tagTexts, tags.length === 1 ? "remove.deleted" : "remove.deletedMany"),
    remove: (ids) =>
      Promise.all(
        ids.map(async (id) => {
          await tagCalls.remove(id);
          tagsList.remove(id);
        }),
      ),
  });
}

interface RemoveTagsProps {
  readonly tags: readonly TagAnswer[];
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before tags in use are deleted, because they are removed from their tickets. */
function RemoveTags({ tags, onRemove, onClose }: RemoveTagsProps) {
  const t = useText(tagTexts);
  const [first] = tags;
  if (!first) return null;
  const isOne = tags.length === 1;
  return (
    <ConfirmDelete
      title={isOne ? t("remove.title", { name: first.name }) : t("remove.titleMany", { count: tags.length })}
      onDelete={onRemove}
      onClose={onClose}
    >
      {isOne && first.ticketsCount > 0 ? <p>{t("remove.tickets", { count: first.ticketsCount })}</p> : null}
    </ConfirmDelete>
  );
}

interface TagRowActions {
  readonly onEdit: (tag: TagAnswer) => void;
  readonly onRemove: (tag: TagAnswer) => void;
}

/** Columns and actions of the list of tags. */
function tagColumns(
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
    actionsColumn(t("column.actions"), (tag) => (
      <RowActions
        editLabel={t("row.edit", { name: tag.name })}
        deleteLabel={t("row.delete", { name: tag.name })}
        onEdit={() => onEdit(tag)}
        onDelete={() => onRemove(tag)}
      />
    )),
  ];
}
