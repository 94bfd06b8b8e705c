import type { ReactNode } from "react";
import { useNarrow } from "#web/lib/use-narrow.ts";
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
  /** The title is for screen readers alone (columns of buttons and ticks). */
  readonly hideTitle?: boolean;
}
export interface DataTableProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** Rows as a table on wide screens, as cards on phones. The first column names the row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <div className="panel data-table-box">
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.hideTitle ? <span className="visually-hidden">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map((column) => (
                <td key={column.id}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const at = (place: Column<Row>["card"]) => columns.filter(({ card }) => card === place);
  return (
    <ul className="data-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="panel data-card">
          <div className="data-card-head">
            <div className="data-card-title">
              {at("title").map((column) => (
                <div key={column.id}>{column.cell(row)}</div>
              ))}
            </div>
            {at("corner").map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
          </div>
          {columns
            .filter(({ card }) => card === "body" || card === "named")
            .map((column) => (
              <div key={column.id} className={`data-card-${column.card}`}>
                {column.card === "named" ? <span>{column.title}: </span> : null}
                {column.cell(row)}
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}
