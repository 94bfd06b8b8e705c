import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import type { Entity } from "#web/lib/lists/collection.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ListSearch, PagedTable, type PagedTableProps } from "./paged-table.tsx";

export interface ListPageProps<Row extends Entity>
  extends Pick<PagedTableProps<Row>, "list" | "columns" | "selection"> {
  readonly title: string;
  /** Label of the search box; default 'Buscar'. Null: no search, and only the empty list itself offers `add`. */
  readonly search?: string | null;
  /** Label of the button that adds a row; an empty list shows it, too. */
  readonly add: string;
  /** Null: this user may only read. */
  readonly onAdd: (() => void) | null;
  /** Picture of an empty list. */
  readonly picture: ReactNode;
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** Content beside the title, such as the number of rows. */
  readonly note?: ReactNode;
  /** Content between header and table. */
  readonly above?: ReactNode;
  /** Dialogs of the page. */
  readonly children?: ReactNode;
}

/** A page with one list: title, search, add button, table. */
export function ListPage<Row extends Entity>({
  title,
  list,
  columns,
  selection,
  search,
  add,
  onAdd,
  picture,
  emptyTitle,
  emptyText,
  note,
  above,
  children,
}: ListPageProps<Row>) {
  useSignals();
  const button = onAdd ? (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={onAdd}>
      {add}
    </Button>
  ) : null;
  const isEmpty = list.state.value === "ready" && list.items.value.length === 0;
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{title}</h1>
        {note}
        {search === null ? null : (
          <ListSearch list={list} {...(search === undefined ? {} : { label: search })} />
        )}
        {search === null && isEmpty ? null : button}
      </header>
      {above}
      <PagedTable
        list={list}
        label={title}
        columns={columns}
        selection={selection}
        empty={<EmptyState picture={picture} title={emptyTitle} text={emptyText} action={button} />}
      />
      {children}
    </div>
  );
}
