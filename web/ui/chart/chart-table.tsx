import { formatNumber } from "#web/i18n/numbers.ts";

interface ChartTableProps {
  readonly caption: string;
  /** Titles of the columns. */
  readonly titles: readonly string[];
  /** The first cell of each row is its name. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The values of a chart as a table, for screen readers. */
export function ChartTable({ caption, titles, rows }: ChartTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the column
                <td key={at}>{typeof value === "number" ? formatNumber(value) : value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
