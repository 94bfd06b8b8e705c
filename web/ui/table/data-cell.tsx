import type { RowData } from "@tanstack/react-table";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import type { Column, DataTableProps, RowTone } from "./data-table.tsx";
import type { TableRow } from "./table-model.ts";

/** Props of one item, rendered as a table row or, on small screens, as a card. */
export interface LineProps<Row extends RowData> {
  readonly row: TableRow<Row>;
  readonly isSelected: boolean;
  readonly columns: readonly Column<Row>[];
  readonly tone: RowTone | undefined;
  /** Props of the table. A new value renders the item again with the page, but not when another item is selected. */
  readonly table: DataTableProps<Row>;
}
interface CellProps<Row extends RowData> extends Pick<LineProps<Row>, "row" | "isSelected"> {
  readonly column: Column<Row>;
}

/**
 * A cell with its own error boundary: after an error, the value of the field with the column's id is shown as plain
 * text.
 */
export function Cell<Row extends RowData>({ column, row, isSelected }: CellProps<Row>) {
  const field = (row.original as Readonly<Record<string, unknown>>)[column.id];
  return (
    <ErrorBoundary
      part={`cell-${column.id}`}
      resetKey={row.original}
      raw={typeof field === "string" ? field : ""}
    >
      <Content column={column} row={row} isSelected={isSelected} />
    </ErrorBoundary>
  );
}

function Content<Row extends RowData>({ column, row, isSelected }: CellProps<Row>) {
  return column.cell(row.original, { isSelected, onSelect: (selected) => row.toggleSelected(selected) });
}

export function toneOf<Row extends RowData>(
  rowTone: DataTableProps<Row>["rowTone"],
  row: Row,
): RowTone | undefined {
  try {
    return rowTone?.(row) ?? undefined;
  } catch {
    return undefined;
  }
}
