import { useSignals } from "@preact/signals-react/runtime";
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type Column as ModelColumn,
  type Row as ModelRow,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import type { Column, DataTableProps } from "./data-table.tsx";

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;
export type TableColumn<Row extends RowData> = ModelColumn<Features, Row, unknown>;
export type TableRow<Row extends RowData> = ModelRow<Features, Row>;

/** Compares texts alphabetically, ignoring case and accents; all other values by size. */
const byValue: SortFn<Features, never> = (a, b, column) => {
  const [left, right] = [a.getValue<unknown>(column), b.getValue<unknown>(column)];
  return typeof left === "string" && typeof right === "string"
    ? left.localeCompare(right)
    : Number(left) - Number(right);
};

function definitionOf<Row extends RowData>({
  id,
  sortBy,
  sortDown = false,
}: Column<Row>): ColumnDef<Features, Row, unknown> {
  if (!sortBy) return { id };
  return {
    id,
    accessorFn: (row) => sortBy(row) ?? undefined,
    sortUndefined: "last",
    sortDescFirst: sortDown,
    sortFn: byValue as unknown as SortFn<Features, Row>,
  };
}

/**
 * Order, selection and visible columns of a table, by TanStack Table. As cards the rows keep their order, and columns
 * whose `card` is `none` are omitted.
 */
export function useTableModel<Row extends RowData>(props: DataTableProps<Row>, shape: "table" | "cards") {
  useSignals();
  const { columns, rows, rowKey, selection, onSort } = props;
  const [sorting, setSorting] = useState<SortingState>([]);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, card }) => [id, shape === "table" || card !== "none"])),
    [columns, shape],
  );
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: (row) => String(rowKey(row)),
    enableSorting: shape === "table",
    enableSortingRemoval: false,
    enableMultiSort: false,
    enableRowSelection: selection !== undefined,
    state: { sorting, columnVisibility, rowSelection: selection?.rows.value ?? NONE_SELECTED },
    onSortingChange: (change) => {
      setSorting(change);
      onSort?.();
    },
    onRowSelectionChange: (change) =>
      selection?.set(typeof change === "function" ? change(selection.rows.peek()) : change),
  });
  const leaves = table.getVisibleLeafColumns();
  const visible = useMemo(
    () => columns.filter(({ id }) => leaves.some((leaf) => leaf.id === id)),
    [columns, leaves],
  );
  return { table, visible, rows: table.getRowModel().rows };
}

const NONE_SELECTED = {};
