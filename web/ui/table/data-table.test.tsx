import { expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { type Column, DataTable } from "./data-table.tsx";
import { createSelection } from "./selection.ts";

interface Person {
  readonly id: number;
  readonly name: string;
  readonly age: number;
}
const columns: readonly Column<Person>[] = [
  { id: "name", title: "Nome", card: "title", cell: ({ name }) => name },
  { id: "age", title: "Idade", card: "named", cell: ({ age }) => age },
  { id: "tick", title: "Ativo", card: "none", hideTitle: true, cell: () => "sim" },
];
const rows = [
  { id: 1, name: "Ana", age: 31 },
  { id: 2, name: "Bruno", age: 44 },
];

function show(isNarrow: boolean) {
  globalThis.matchMedia = (() => ({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
  render(<DataTable label="Pessoas" columns={columns} rows={rows} rowKey={({ id }) => id} />);
}

test("on wide screens a table names each row by its first cell", () => {
  show(false);
  const row = screen.getByRole("rowheader", { name: "Bruno" }).closest("tr");
  expect(within(row as HTMLElement).getByRole("cell", { name: "44" })).toBeTruthy();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Nome",
    "Idade",
    "Ativo",
  ]);
});

test("a column of a table sorts in both directions, and the remaining rows are loaded", () => {
  show(false);
  const sortable = columns.map((column) =>
    column.id === "age" ? { ...column, sortBy: ({ age }: Person) => age, sortDown: true } : column,
  );
  cleanup();
  let asked = 0;
  const more = () => {
    asked += 1;
  };
  render(<DataTable label="Idades" columns={sortable} rows={rows} rowKey={({ id }) => id} onSort={more} />);
  const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  fireEvent.click(screen.getByRole("button", { name: "Idade" }));
  expect(names()).toEqual(["Bruno", "Ana"]);
  fireEvent.click(screen.getByRole("button", { name: "Idade" }));
  expect(names()).toEqual(["Ana", "Bruno"]);
  expect(asked).toBe(2);
});

test("a row is selected by its checkbox, and remains selected while it is not shown", () => {
  show(false);
  cleanup();
  const selection = createSelection();
  selection.add([9]);
  const ticked: readonly Column<Person>[] = [
    {
      id: "name",
      title: "Nome",
      card: "title",
      cell: ({ name }, { isSelected, onSelect }) => (
        <button type="button" aria-pressed={isSelected} onClick={() => onSelect(!isSelected)}>
          {name}
        </button>
      ),
    },
  ];
  render(
    <DataTable label="Pessoas" columns={ticked} rows={rows} rowKey={({ id }) => id} selection={selection} />,
  );
  const ana = screen.getByRole("button", { name: "Ana" });
  fireEvent.click(ana);
  expect(ana.getAttribute("aria-pressed")).toBe("true");
  expect([...selection.ids.value].sort()).toEqual([1, 9]);
  act(() => selection.clear());
  expect(ana.getAttribute("aria-pressed")).toBe("false");
});

test("on phones a table shows a card for each row, without the columns that cards omit", () => {
  show(true);
  expect(screen.queryByRole("table")).toBeNull();
  const cards = within(screen.getByRole("list", { name: "Pessoas" })).getAllByRole("listitem");
  expect(cards.map(({ textContent }) => textContent)).toEqual(["AnaIdade: 31", "BrunoIdade: 44"]);
});

test("a table wider than its box folds into cards, and is a table again in a wider box", () => {
  const widths = { room: 478, table: 620 };
  const watching = new Set<() => void>();
  class Watch {
    readonly heard: () => void;
    constructor(heard: () => void) {
      this.heard = heard;
      watching.add(heard);
    }
    observe() {}
    disconnect() {
      watching.delete(this.heard);
    }
  }
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = Watch as never;
  const measure = (name: "clientWidth" | "offsetWidth", px: () => number) =>
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: px });
  measure("clientWidth", () => widths.room);
  measure("offsetWidth", () => widths.table);
  const resize = (room: number) => {
    widths.room = room;
    act(() => {
      for (const heard of watching) heard();
    });
    return screen.queryByRole("table") !== null;
  };
  try {
    show(false);
    expect(screen.queryByRole("table")).toBeNull();
    expect([resize(619), resize(620), resize(500)]).toEqual([false, true, false]);
    widths.table = 1_000;
    expect([resize(900), resize(500), resize(870)]).toEqual([true, false, true]);
  } finally {
    globalThis.ResizeObserver = before;
    Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
    Reflect.deleteProperty(HTMLElement.prototype, "offsetWidth");
  }
});
