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

/** Whether a row is selected, and the function of its checkbox. */
export interface Tick {
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row, tick: Tick) => ReactNode;
  /**
   * Position on the card that shows a row on phones: `title` at the top left, `corner` at the top right, `named` with
   * its title before it, `body` below, `none` for values that are shown elsewhere on the card.
   */
  readonly card: "title" | "corner" | "named" | "body" | "none";
  /** Hidden where the table is narrow: `first` on small laptops, `second` on tablets. */
  readonly leaves?: "first" | "second";
  /** The title is only for screen readers (columns of buttons and checkboxes). */
  readonly hideTitle?: boolean;
  /** Makes the title a button that sorts by this value; rows with null come last in both directions. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** The first press sorts in descending order: counts and times. */
  readonly sortDown?: boolean;
}
export interface DataTableProps<Row extends RowData> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Set where rows can be selected. */
  readonly selection?: Selection | undefined;
  /** Background of a row that needs attention; a cell shows the same as text. */
  readonly rowTone?: (row: Row) => RowTone | null;
  /** True for up to thousands of rows of equal height: only those near the visible part are rendered. */
  readonly isLong?: boolean;
  /** Called when the user sorts: the remaining rows must be loaded. */
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
  /** Position in a virtual list; null in a short one. */
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

/**
 * Sets an attribute on a table wider than its box: only such a table scrolls sideways, and its headers are then not
 * sticky.
 */
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
