import { beforeEach, describe, expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { type Column, DataTable } from "./data-table.tsx";

interface Person {
  readonly name: string;
  readonly rate: number | null;
}
const rows: readonly Person[] = [
  { name: "Érica", rate: 2 },
  { name: "bia", rate: null },
  { name: "Ana", rate: 3 },
  { name: "Zoé", rate: 2 },
];
const columns: readonly Column<Person>[] = [
  { id: "name", title: "Nome", card: "title", sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: "rate",
    title: "Nota",
    card: "named",
    sortBy: ({ rate }) => rate,
    sortDown: true,
    cell: ({ rate }) => rate,
  },
  { id: "actions", title: "Ações", card: "none", cell: () => null },
];
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const press = (title: string) => fireEvent.click(screen.getByRole("button", { name: title }));
const order = (title: string) => screen.getByRole("columnheader", { name: title }).getAttribute("aria-sort");

describe("the order of a table", () => {
  beforeEach(() => {
    globalThis.matchMedia = (() => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })) as never;
    render(<DataTable label="Pessoas" columns={columns} rows={rows} rowKey={({ name }) => name} />);
  });

  test("a table sorts names alphabetically, ignoring accents and case", () => {
    press("Nome");
    expect([names(), order("Nome")]).toEqual([["Ana", "bia", "Érica", "Zoé"], "ascending"]);
    press("Nome");
    expect([names(), order("Nome")]).toEqual([["Zoé", "Érica", "bia", "Ana"], "descending"]);
    press("Nome");
    expect(order("Nome")).toBe("ascending");
  });

  test("a table sorts numbers by value; equal rows keep their order, and rows without a value are last in both directions", () => {
    press("Nota");
    expect([names(), order("Nota")]).toEqual([["Ana", "Érica", "Zoé", "bia"], "descending"]);
    press("Nota");
    expect([names(), order("Nota")]).toEqual([["Érica", "Zoé", "Ana", "bia"], "ascending"]);
    expect(order("Nome")).toBe("none");
  });

  test("an unsorted table keeps the order of its rows, and a column without a sort value has no sort button", () => {
    expect(names()).toEqual(["Érica", "bia", "Ana", "Zoé"]);
    expect(screen.queryByRole("button", { name: "Ações" })).toBeNull();
  });
});
