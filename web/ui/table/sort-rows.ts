/** By which column, and whether the largest comes first. */
export interface Sort {
  readonly column: string;
  readonly down: boolean;
}
interface Sortable<Row> {
  readonly id: string;
  readonly sortBy?: (row: Row) => string | number | null;
}

/** Rows in the order asked for; equal ones stay as they came, those without a value come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.column)?.sortBy;
  if (!by || !sort) return rows;
  const sign = sort.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === "string" && typeof right === "string"
        ? left.localeCompare(right)
        : Number(left) - Number(right);
    return sign * order;
  });
}
