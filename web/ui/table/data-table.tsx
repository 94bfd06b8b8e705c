import type { RowData } from "@tanstack/react-table";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useFolded } from "#web/lib/page/use-folded.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { Cards } from "./data-cards.tsx";
import { Cell, type LineProps, toneOf } from "./data-cell.tsx";
import type { Selection } from "./selection.ts";
import { type TableColumn, useTableModel } from "./table-model.ts";
import { type RowPlace, VirtualRows } from "./virtual-rows.tsx";
import "./data-table.css";

/** Whether a row is selected, and how its checkbox changes that. */
export interface Tick {
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row, tick: Tick) => ReactNode;
  /**
   * Place on the card that shows a row on phones: `title` at the top left, `corner` beside it, `named` with its title before it, `body`
   * below, `none` for values that are shown elsewhere on the card.
   */
  readonly card: "title" | "corner" | "named" | "body" | "none";
  /** Hidden where the table is narrow: `first` on small notebooks, `second` on tablets. */
  readonly leaves?: "first" | "second";
  /** The title is for screen readers only (columns of buttons and checkboxes). */
  readonly hideTitle?: boolean;
  /** Makes the title a button that sorts by this value; rows with null come last in both directions. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** The first press sorts the largest first: counts and times. */
  readonly sortDown?: boolean;
}
export interface DataTableProps<Row extends RowData> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Where rows can be selected. */
  readonly selection?: Selection | undefined;
  /** Tints a row that needs attention; a cell shows the same as text. */
  readonly rowTone?: (row: Row) => RowTone | null;
  /** There may be thousands of rows, all of one height: only those near the screen are rendered. */
  readonly isLong?: boolean;
  /** Called when the user sorts: the remaining rows have to be loaded. */
  readonly onSort?: () => void;
}
export type RowTone = "danger" | "waiting" | "notice";

/** Rows as a table; as cards on phones and where the table is wider than its box. The first column names the row. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Foldable {...props} />;
}

function Foldable<Row extends RowData>(props: DataTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const isFolded = useFolded(box);
  return <div ref={box}>{isFolded ? <Cards {...props} /> : <Table {...props} />}</div>;
}

function Table<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, isLong = false } = props;
  const { table, visible, rows } = useTableModel(props, "table");
  const box = useRef<HTMLDivElement>(null);
  useWideMark(box);
  return (
    <div ref={box} className="panel data-table-box" data-long={isLong || undefined}>
      <table
        className="data-table"
        aria-label={label}
        {...(isLong ? { "aria-rowcount": rows.length + 1 } : {})}
      >
        <thead>
          <tr>
            {visible.map((column) => (
              <TitleCell key={column.id} column={column} model={table.getColumn(column.id)} />
            ))}
          </tr>
        </thead>
        <VirtualRows
          rows={rows}
          isLong={isLong}
          box={(drawn, hidden, ref) => (
            <tbody ref={ref as RefObject<HTMLTableSectionElement>}>
              <Room px={hidden?.before ?? 0} columns={visible.length} />
              {drawn}
              <Room px={hidden?.after ?? 0} columns={visible.length} />
            </tbody>
          )}
          row={(row, index, place) => (
            <TableLine
              key={row.id}
              row={row}
              isSelected={row.getIsSelected()}
              columns={visible}
              tone={toneOf(props.rowTone, row.original)}
              table={props}
              index={isLong ? index : null}
              place={place}
            />
          )}
        />
      </table>
    </div>
  );
}
interface TableLineProps<Row extends RowData> extends LineProps<Row> {
  readonly place: RowPlace;
  /** Place in a long list; null in a short one. */
  readonly index: number | null;
}

const TableLine = memo(Line) as typeof Line;

function Line<Row extends RowData>({ index, tone, place, ...cells }: TableLineProps<Row>) {
  const [first, ...others] = cells.columns;
  return (
    <tr
      {...(place as RowPlace<HTMLTableRowElement>)}
      data-row=""
      data-tone={tone}
      {...(index === null ? {} : { "aria-rowindex": index + 2 })}
    >
      <th scope="row">{first ? <Cell {...cells} column={first} /> : null}</th>
      {others.map((column) => (
        <td key={column.id} data-leaves={column.leaves}>
          <Cell {...cells} column={column} />
        </td>
      ))}
    </tr>
  );
}

/** Marks a table that is wider than its box: only that one scrolls sideways, and loses its sticky titles for it. */
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

/** Placeholder for rows that are not rendered. */
function Room({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px === 0) return null;
  return (
    <tr className="data-table-room">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

interface TitleCellProps<Row extends RowData> {
  readonly column: Column<Row>;
  readonly model: TableColumn<Row> | undefined;
}

/** A column's title; a button where rows can be sorted by it. */
function TitleCell<Row extends RowData>({ column, model }: TitleCellProps<Row>) {
  if (column.hideTitle) {
    return (
      <th scope="col">
        <span className="visually-hidden">{column.title}</span>
      </th>
    );
  }
  if (!model?.getCanSort())
    return (
      <th scope="col" data-leaves={column.leaves}>
        {column.title}
      </th>
    );
  const order = model.getIsSorted();
  const Arrow = order === false ? ArrowUpDown : order === "desc" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-leaves={column.leaves}
      aria-sort={order === false ? "none" : order === "desc" ? "descending" : "ascending"}
    >
      <button type="button" className="data-table-sort" onClick={() => model.toggleSorting()}>
        {column.title}
        <Arrow aria-hidden="true" className={order === false ? "data-table-arrow" : "data-table-arrow-on"} />
      </button>
    </th>
  );
}
