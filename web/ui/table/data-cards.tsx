import type { RowData } from "@tanstack/react-table";
import { memo, type RefObject } from "react";
import { Cell, type LineProps, toneOf } from "./data-cell.tsx";
import type { Column, DataTableProps } from "./data-table.tsx";
import { useTableModel } from "./table-model.ts";
import { type RowPlace, VirtualRows } from "./virtual-rows.tsx";

const CardOf = memo(Card) as typeof Card;

/** The rows of a table as cards. */
export function Cards<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, isLong = false } = props;
  const { visible, rows } = useTableModel(props, "cards");
  return (
    <VirtualRows
      rows={rows}
      isLong={isLong}
      box={(drawn, hidden, ref) => (
        <ul
          ref={ref as RefObject<HTMLUListElement>}
          className="data-cards"
          aria-label={label}
          data-long={isLong || undefined}
          data-windowed={hidden ? "" : undefined}
          style={{ paddingTop: hidden?.before ?? 0, paddingBottom: hidden?.after ?? 0 }}
        >
          {drawn}
        </ul>
      )}
      row={(row, _, place) => {
        const card = (
          <CardOf
            table={props}
            row={row}
            isSelected={row.getIsSelected()}
            columns={visible}
            tone={toneOf(props.rowTone, row.original)}
          />
        );
        return (
          <li key={row.id} {...(place as RowPlace<HTMLLIElement>)} data-row="">
            {card}
          </li>
        );
      }}
    />
  );
}

function Card<Row extends RowData>({ tone, ...cells }: LineProps<Row>) {
  const { columns } = cells;
  const at = (place: Column<Row>["card"]) => columns.filter(({ card }) => card === place);
  return (
    <div className="panel data-card" data-tone={tone}>
      <div className="data-card-head">
        <div className="data-card-title">
          {at("title").map((column) => (
            <div key={column.id}>
              <Cell {...cells} column={column} />
            </div>
          ))}
        </div>
        {at("corner").map((column) => (
          <div key={column.id}>
            <Cell {...cells} column={column} />
          </div>
        ))}
      </div>
      {columns
        .filter(({ card }) => card === "body" || card === "named")
        .map((column) => (
          <div key={column.id} className={`data-card-${column.card}`}>
            {column.card === "named" ? <span>{column.title}: </span> : null}
            <Cell {...cells} column={column} />
          </div>
        ))}
    </div>
  );
}
