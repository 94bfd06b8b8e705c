import { expect, test } from "bun:test";
import { sortRows } from "./sort-rows.ts";

const rows = [
  { name: "Érica", rate: 2 },
  { name: "bia", rate: null },
  { name: "Ana", rate: 3 },
  { name: "Zoé", rate: 2 },
];
const columns = [
  { id: "name", sortBy: (row: (typeof rows)[number]) => row.name },
  { id: "rate", sortBy: (row: (typeof rows)[number]) => row.rate },
  { id: "actions" },
];
const names = (sort: Parameters<typeof sortRows>[2]) => sortRows(rows, columns, sort).map(({ name }) => name);

test("rows are sorted as people read names, accents and case aside", () => {
  expect(names({ column: "name", down: false })).toEqual(["Ana", "bia", "Érica", "Zoé"]);
  expect(names({ column: "name", down: true })).toEqual(["Zoé", "Érica", "bia", "Ana"]);
});

test("numbers go by size, equal ones stay as they came, and what has none comes last both ways", () => {
  expect(names({ column: "rate", down: true })).toEqual(["Ana", "Érica", "Zoé", "bia"]);
  expect(names({ column: "rate", down: false })).toEqual(["Érica", "Zoé", "Ana", "bia"]);
});

test("without an order, or by what cannot be sorted, rows stay as they came", () => {
  expect(names(null)).toEqual(["Érica", "bia", "Ana", "Zoé"]);
  expect(names({ column: "actions", down: true })).toEqual(["Érica", "bia", "Ana", "Zoé"]);
});
