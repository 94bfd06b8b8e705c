import { useSignals } from "@preact/signals-react/runtime";
import TagIcon from "lucide-react/icons/tag";
import { useEffect, useMemo, useState } from "react";
import type { TagAnswer } from "#people/tags/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { createSelection } from "#web/ui/table/selection.ts";
import { tagTexts } from "./locales/index.ts";
import { RemoveTags, removeTags } from "./remove-tags.tsx";
import { tagColumns } from "./tag-columns.tsx";
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
