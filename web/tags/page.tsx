import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import TagIcon from "lucide-react/icons/tag";
import { useEffect, useState } from "react";
import type { TagAnswer } from "#tags/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later } from "#web/ui/later.tsx";
import { ListSearch, PagedTable } from "#web/ui/paged-table.tsx";
import { tagTexts } from "./locales/index.ts";
import { tagColumns } from "./tag-columns.tsx";
import { tagsList } from "./tags-list.ts";
import "./tags.css";

const TagDialog = later(async () => (await import("./tag-dialog.tsx")).TagDialog);
const RemoveTags = later(async () => (await import("./remove-tags.tsx")).RemoveTags);

type Open =
  | { readonly kind: "save"; readonly tag: TagAnswer | null }
  | { readonly kind: "remove"; readonly tags: readonly TagAnswer[] };

/** The company's tags: add, change, delete one or many (specification 001 section 2). */
export function TagsPage() {
  useSignals();
  const t = useText(tagTexts);
  const { list } = tagsList;
  const [open, setOpen] = useState<Open | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => tagsList.open(), []);
  const choose = (id: number, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
  const marked = list.items.value.filter(({ id }) => chosen.has(id));
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", tag: null })}
    >
      {t("page.add")}
    </Button>
  );
  const columns = tagColumns(t, {
    chosen,
    onChoose: choose,
    onEdit: (tag) => setOpen({ kind: "save", tag }),
    onRemove: (tag) => setOpen({ kind: "remove", tags: [tag] }),
  });
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <ListSearch list={list} />
        {add}
      </header>
      <div className="tags-chosen" role="status" data-shown={marked.length > 0}>
        {marked.length > 0 ? (
          <>
            <strong>{t("page.selected", { count: marked.length })}</strong>
            <Button size="s" variant="danger" onPress={() => setOpen({ kind: "remove", tags: marked })}>
              {t("page.deleteSelected")}
            </Button>
            <Button size="s" variant="ghost" onPress={() => setChosen(new Set())}>
              {t("page.clearSelection")}
            </Button>
          </>
        ) : null}
      </div>
      <PagedTable
        list={list}
        label={t("page.title")}
        columns={columns}
        empty={
          <EmptyState
            picture={<TagIcon />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
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
        <RemoveTags
          tags={open.tags}
          onClose={() => setOpen(null)}
          onRemoved={(id) => {
            tagsList.remove(id);
            choose(id, false);
          }}
        />
      ) : null}
    </div>
  );
}
