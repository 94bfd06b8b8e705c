import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import UsersRound from "lucide-react/icons/users-round";
import { useEffect, useMemo, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { type ContactListItemAnswer, MOST_CHOSEN } from "#outreach/contact-lists/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { itemCalls } from "#web/outreach/contact-lists/lists-api.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { contactImports } from "#web/people/contacts/import/import-model.ts";
import { ImportStrip } from "#web/people/contacts/import/import-strip.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { createSelection } from "#web/ui/table/selection.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { ChecksStrip } from "./checks-strip.tsx";
import { itemColumns } from "./item-columns.tsx";
import { createItems, type Items, type ValidityFilter } from "./items-list.ts";
import { createListState } from "./list-state.ts";
import { MoreMenu } from "./more-menu.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import "#web/outreach/contact-lists/contact-lists.css";

const ItemDialog = lazyLayer(async () => (await import("./item-dialog.tsx")).ItemDialog);
const FillDialog = lazyLayer(async () => (await import("./fill-dialog.tsx")).FillDialog);

type Open =
  | { readonly kind: "save"; readonly item: ContactListItemAnswer | null }
  | { readonly kind: "fill" };
const FILTERS: readonly ValidityFilter[] = ["all", "valid", "invalid", "unknown"];

/** The page of one list's items: search, add, edit, import, fill, export (docs/rules/imports.md#lists). */
export function ContactListItemsPage({ id }: { readonly id: number }) {
  useSignals();
  const t = useText(listTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const state = useMemo(() => createListState(id), [id]);
  const items = useMemo(() => createItems(id), [id]);
  const selection = useMemo(createSelection, []);
  useEffect(() => state.open(), [state]);
  useEffect(() => items.rows.open(), [items]);
  useEffect(() => contactImports.open(undefined, id), [id]);
  useReportFromLink(id);
  const profile = session.user.value?.profile;
  const canWrite = profile === "admin";
  const { list: rows } = items.rows;
  const remove = (chosen: readonly ContactListItemAnswer[]) => {
    for (const item of chosen) selection.drop(item.id);
    removeItems(items, id, chosen);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` depends only on the listed values
  const columns = useMemo(
    () =>
      itemColumns(t, {
        canWrite,
        onEdit: (item) => setOpen({ kind: "save", item }),
        onRemove: (item) => remove([item]),
      }),
    [t, canWrite, items, id],
  );
  const { value: list } = state.list;
  const { value: checks } = state.checks;
  if (state.isGone.value) return <Gone />;
  const add = canWrite ? (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", item: null })}
    >
      {t("items.add")}
    </Button>
  ) : null;
  const close = () => setOpen(null);
  return (
    <div className="page">
      <header className="page-head page-head-full">
        <h1 className="page-title">
          <Back />
          <span dir="auto">{list?.name ?? "…"}</span>
          {list ? (
            <small className="list-count">{t("row.count", { count: list.contactsCount })}</small>
          ) : null}
        </h1>
        <ListSearch list={rows} label={t("items.search")} />
        <Select<ValidityFilter>
          className="items-filter"
          label={t("validity.label")}
          hideLabel
          options={FILTERS.map((filter) => ({ id: filter, label: t(`validity.${filter}`) }))}
          value={items.filter.value}
          onChange={(filter) => items.filterBy(filter)}
        />
        {canWrite ? <MoreMenu listId={id} onFill={() => setOpen({ kind: "fill" })} /> : null}
        {profile === "NAO" ? (
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />} isDisabled>
            {t("items.deleteAll")}
          </Button>
        ) : null}
        {add}
      </header>
      {canWrite ? <ImportStrip /> : null}
      {list && checks ? <ChecksStrip list={list} checks={checks} /> : null}
      <SelectionBar
        loaded={rows.ids.value}
        selection={selection}
        onRemove={() =>
          remove([...selection.ids.peek()].flatMap((itemId) => items.rows.items.peek(itemId) ?? []))
        }
      />
      <PagedTable<ContactListItemAnswer>
        list={rows}
        label={list?.name ?? t("page.title")}
        columns={columns}
        selection={selection}
        isLong
        empty={
          <EmptyState
            picture={<UsersRound />}
            title={t("items.emptyTitle")}
            text={canWrite ? t("items.emptyText") : ""}
            action={
              canWrite ? (
                <span className="items-begin">
                  <Button variant="primary" onPress={() => contactImports.show()}>
                    {t("items.import")}
                  </Button>
                  <Button onPress={() => setOpen({ kind: "fill" })}>{t("items.fill")}</Button>
                </span>
              ) : null
            }
          />
        }
      />
      {open?.kind === "save" ? (
        <ItemDialog
          contactListId={id}
          item={open.item}
          onClose={close}
          onSaved={(saved) => {
            items.rows.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "fill" ? <FillDialog contactListId={id} onClose={close} /> : null}
    </div>
  );
}

function Back() {
  const t = useText(listTexts);
  return (
    <Link href="/contact-lists" className="items-back" aria-label={t("items.back")}>
      <ArrowLeft aria-hidden="true" />
    </Link>
  );
}

function Gone() {
  const t = useText(listTexts);
  return (
    <div className="page">
      <div className="panel">
        <EmptyState
          picture={<UsersRound />}
          title={t("items.gone")}
          action={<Link href="/contact-lists">{t("items.back")}</Link>}
        />
      </div>
    </div>
  );
}

/** The address of a notice contains the import whose report is to be shown. */
function useReportFromLink(id: number): void {
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("import");
  useEffect(() => {
    if (wanted === null) return;
    navigate(`/contact-lists/${id}/contacts`, { replace: true });
    contactImports.showReport(Number(wanted)).catch((error: unknown) => toast.failure(error));
  }, [wanted, navigate, id]);
}

/** Removes items in batches; the removal can be undone for some seconds. */
function removeItems(items: Items, contactListId: number, chosen: readonly ContactListItemAnswer[]): void {
  const count = chosen.length;
  deleteWithUndo({
    kind: "ContactListItem",
    ids: chosen.map(({ id }) => id),
    message:
      count === 1 ? text(listTexts, "remove.itemDeleted") : text(listTexts, "remove.manyDeleted", { count }),
    async remove(ids) {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) await itemCalls.remove(only);
      else
        for (let from = 0; from < ids.length; from += MOST_CHOSEN)
          await itemCalls.removeMany(contactListId, ids.slice(from, from + MOST_CHOSEN));
      for (const id of ids) items.rows.remove(id);
    },
  });
}
