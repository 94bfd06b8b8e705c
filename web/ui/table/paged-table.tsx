import { useSignals } from "@preact/signals-react/runtime";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Entity } from "#web/lib/lists/collection.ts";
import { NEAR_BOTTOM_PX, type PagedList } from "#web/lib/lists/paged-list.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type Column, DataTable, type RowTone } from "./data-table.tsx";
import type { Selection } from "./selection.ts";
import "./paged-table.css";

interface ListProps<Row extends Entity> {
  readonly list: PagedList<Row>;
}

/** The search box of a list; the list is requested half a second after the last letter. */
export function ListSearch<Row extends Entity>({
  list,
  label,
}: ListProps<Row> & { readonly label?: string }) {
  useSignals();
  const t = useText(common);
  const words = label ?? t("action.search");
  return (
    <TextField
      type="search"
      className="list-search"
      label={words}
      placeholder={words}
      value={list.search.value}
      onChange={(text) => list.setSearch(text)}
    />
  );
}

export interface PagedTableProps<Row extends Entity> extends ListProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowTone?: (row: Row) => RowTone | null;
  /** Set where rows can be selected. */
  readonly selection?: Selection | undefined;
  /** True for up to thousands of rows of equal height. */
  readonly isLong?: boolean;
  /** Shown when there are no rows at all: an EmptyState with the next step. */
  readonly empty: ReactNode;
}

/** Maximum number of rows loaded for sorting; longer lists need a search. */
const MOST_SORTED = 2_000;

/** The rows of a list, or its loading, error or empty state; the next page is loaded within 100 px of the bottom. */
export function PagedTable<Row extends Entity>({
  list,
  label,
  columns,
  rowTone,
  selection,
  isLong = false,
  empty,
}: PagedTableProps<Row>) {
  useSignals();
  const t = useText(common);
  const state = list.state.value;
  const rows = list.items.value;
  const hasMore = list.hasMore.value;
  const [isSorted, setSorted] = useState(false);
  const read = rows.length;
  useEffect(() => {
    if (isSorted && hasMore && read < MOST_SORTED) void list.loadMore();
  }, [list, isSorted, hasMore, read]);
  if (state === "error") {
    return (
      <div className="panel">
        <ErrorState error={list.error.value} onRetry={() => void list.reload()} />
      </div>
    );
  }
  if (state !== "ready") return <TableSkeleton />;
  if (rows.length === 0) {
    const nothing = (
      <EmptyState
        picture={<SearchX />}
        title={t("list.notFound")}
        action={<Button onPress={() => list.setSearch("")}>{t("action.clearSearch")}</Button>}
      />
    );
    return <div className="panel">{list.search.value.trim() === "" ? empty : nothing}</div>;
  }
  return (
    <>
      <DataTable<Row>
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isLong={isLong}
        selection={selection}
        onSort={() => setSorted(true)}
        {...(rowTone ? { rowTone } : {})}
      />
      {hasMore ? <NextPage key={rows.length} list={list} /> : null}
    </>
  );
}

/** Element below the last row; the next page is loaded when it comes near the visible part. */
function NextPage<Row extends Entity>({ list }: ListProps<Row>) {
  const t = useText(common);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sentinel = box.current;
    if (!sentinel) return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void list.loadMore();
      },
      { root: sentinel.closest("main"), rootMargin: `0px 0px ${NEAR_BOTTOM_PX}px 0px` },
    );
    near.observe(sentinel);
    return () => near.disconnect();
  }, [list]);
  return (
    <div ref={box} className="next-page" aria-live="polite">
      {t("list.loadingMore")}
    </div>
  );
}

const ROWS = ["first", "second", "third", "fourth", "fifth"];

/** Five placeholder rows of about the final size. */
export function TableSkeleton() {
  const t = useText(common);
  return (
    <div className="panel table-skeleton" aria-busy="true">
      <span className="visually-hidden">{t("state.loading")}</span>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton width="26%" height="16px" />
          <Skeleton width="34%" height="12px" />
          <Skeleton width="12%" height="20px" />
        </div>
      ))}
    </div>
  );
}
