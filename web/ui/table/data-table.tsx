import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useFolded } from "#web/lib/page/use-folded.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { type Sort, sortRows } from "./sort-rows.ts";
import { useRowWindow } from "./use-row-window.ts";
import "./data-table.css";

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * Its place on the card a row becomes on phones: `title` at the top left, `corner` beside it, `named` with its
   * title before it, `body` below; left out where it says nothing new.
   */
  readonly card: "title" | "corner" | "named" | "body" | "none";
  /** Gives way where the table has little room: `first` on small notebooks, `second` on tablets. */
  readonly leaves?: "first" | "second";
  /** The title is for screen readers alone (columns of buttons and ticks). */
  readonly hideTitle?: boolean;
  /** Makes the title a button that sorts by this; null comes last, whichever way. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Largest first when it is pressed the first time: counts and times. */
  readonly sortDown?: boolean;
}
export interface DataTableProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Tints a row that wants attention; the same is said in words in a cell. */
  readonly rowTone?: (row: Row) => RowTone | null;
  /** Rows are all of one height and may be thousands: only those near the screen are drawn. */
  readonly isLong?: boolean;
  /** Somebody sorts: rows that were not read yet belong into the order, too. */
  readonly onSort?: () => void;
}
export type RowTone = "danger" | "waiting" | "notice";

/** Rows as a table; as cards on phones and wherever the table is wider than its room. The first column names the row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Foldable {...props} />;
}

function Foldable<Row>(props: DataTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const isFolded = useFolded(box);
  return <div ref={box}>{isFolded ? <Cards {...props} /> : <Table {...props} />}</div>;
}

function Table<Row>({ label, columns, rows, rowKey, rowTone, isLong = false, onSort }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  const [sort, setSort] = useState<Sort | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const all = sortRows(rows, columns, sort);
  const { from, to, before, after } = useRowWindow(body, all.length, isLong);
  const box = useRef<HTMLDivElement>(null);
  useWideMark(box);
  const sortBy = (next: Sort) => {
    setSort(next);
    onSort?.();
  };
  return (
    <div ref={box} className="panel data-table-box" data-long={isLong || undefined}>
      <table
        className="data-table"
        aria-label={label}
        {...(isLong ? { "aria-rowcount": all.length + 1 } : {})}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <TitleCell key={column.id} column={column} sort={sort} onSort={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Room px={before} columns={columns.length} />
          {all.slice(from, to).map((row, at) => (
            <tr
              key={rowKey(row)}
              data-row=""
              data-tone={toneOf(rowTone, row)}
              {...(isLong ? { "aria-rowindex": from + at + 2 } : {})}
            >
              <th scope="row">{first ? <Cell column={first} row={row} /> : null}</th>
              {others.map((column) => (
                <td key={column.id} data-leaves={column.leaves}>
                  <Cell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
          <Room px={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
}

/** A cell of its own boundary: where it cannot be drawn, the field of the column's name is shown as plain text. */
function Cell<Row>({ column, row }: CellProps<Row>) {
  const field = (row as Readonly<Record<string, unknown>>)[column.id];
  return (
    <ErrorBoundary part={`cell-${column.id}`} resetKey={row} raw={typeof field === "string" ? field : ""}>
      <Content column={column} row={row} />
    </ErrorBoundary>
  );
}

function Content<Row>({ column, row }: CellProps<Row>) {
  return column.cell(row);
}

function toneOf<Row>(rowTone: DataTableProps<Row>["rowTone"], row: Row): RowTone | undefined {
  try {
    return rowTone?.(row) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Marks a table that is wider than its box: only that one scrolls sideways, which costs it the titles that stay. */
function useWideMark(box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const outer = box.current;
    const table = outer?.firstElementChild;
    if (!outer || !(table instanceof HTMLElement)) return;
    const watch = new ResizeObserver(() => {
      outer.toggleAttribute("data-wide", table.offsetWidth > outer.clientWidth);
    });
    watch.observe(outer);
    watch.observe(table);
    return () => watch.disconnect();
  }, [box]);
}

/** Stands where rows are that nobody sees. */
function Room({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px === 0) return null;
  return (
    <tr className="data-table-room">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

interface TitleCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
}

/** A column's title; where rows can be sorted by it, the button that does. */
function TitleCell<Row>({ column, sort, onSort }: TitleCellProps<Row>) {
  if (column.hideTitle) {
    return (
      <th scope="col">
        <span className="visually-hidden">{column.title}</span>
      </th>
    );
  }
  if (!column.sortBy)
    return (
      <th scope="col" data-leaves={column.leaves}>
        {column.title}
      </th>
    );
  const isOn = sort?.column === column.id;
  const down = isOn ? !sort.down : (column.sortDown ?? false);
  const Arrow = isOn ? (sort.down ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      scope="col"
      data-leaves={column.leaves}
      aria-sort={isOn ? (sort.down ? "descending" : "ascending") : "none"}
    >
      <button type="button" className="data-table-sort" onClick={() => onSort({ column: column.id, down })}>
        {column.title}
        <Arrow aria-hidden="true" className={isOn ? "data-table-arrow-on" : "data-table-arrow"} />
      </button>
    </th>
  );
}

function Cards<Row>({ label, columns, rows, rowKey, rowTone, isLong = false }: DataTableProps<Row>) {
  const box = useRef<HTMLUListElement>(null);
  const { from, to, before, after } = useRowWindow(box, rows.length, isLong);
  const at = (place: Column<Row>["card"]) => columns.filter(({ card }) => card === place);
  return (
    <ul
      ref={box}
      className="data-cards"
      aria-label={label}
      data-long={isLong || undefined}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.slice(from, to).map((row) => (
        <li key={rowKey(row)} className="panel data-card" data-row="" data-tone={toneOf(rowTone, row)}>
          <div className="data-card-head">
            <div className="data-card-title">
              {at("title").map((column) => (
                <div key={column.id}>
                  <Cell column={column} row={row} />
                </div>
              ))}
            </div>
            {at("corner").map((column) => (
              <div key={column.id}>
                <Cell column={column} row={row} />
              </div>
            ))}
          </div>
          {columns
            .filter(({ card }) => card === "body" || card === "named")
            .map((column) => (
              <div key={column.id} className={`data-card-${column.card}`}>
                {column.card === "named" ? <span>{column.title}: </span> : null}
                <Cell column={column} row={row} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}
