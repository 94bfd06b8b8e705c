import type { RowData } from "@tanstack/react-table";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import type { Column, DataTableProps, RowTone } from "./data-table.tsx";
import type { TableRow } from "./table-model.ts";

/** What a row of a table and a card of a phone are rendered from. */
export interface LineProps<Row extends RowData> {
  readonly row: TableRow<Row>;
  readonly isSelected: boolean;
  readonly columns: readonly Column<Row>[];
  readonly tone: RowTone | undefined;
  /** Properties of the table: a row renders again with the page, but not for a checkbox in another row. */
  readonly table: DataTableProps<Row>;
}
interface CellProps<Row extends RowData> extends Pick<LineProps<Row>, "row" | "isSelected"> {
  readonly column: Column<Row>;
}

/** A cell with its own error boundary: on an error the field named like the column is shown as plain text. */
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
