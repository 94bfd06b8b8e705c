import { describe, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import { noteMissingCells } from "./follow-cells.ts";
import { ListEnd } from "./list-end.tsx";
import { missingCellsTexts } from "./locales/index.ts";
import { MissingCells, MissingCellsOf } from "./missing-cells.tsx";

await startPortuguese(missingCellsTexts);

const headers = (cells?: string) => new Headers(cells === undefined ? {} : { "missing-cells": cells });

test("a page of the provider names the cells whose data is missing, until an answer is complete", () => {
  render(<MissingCellsOf path="/companies" />);
  expect(screen.queryByRole("note")).toBeNull();
  act(() => noteMissingCells("/companies", headers("2")));
  expect(screen.getByRole("note").textContent).toContain("a célula 2 não responde");
  act(() => noteMissingCells("/companies", headers("2, 3")));
  expect(screen.getByRole("note").textContent).toContain("as células 2, 3 não respondem");
  act(() => noteMissingCells("/invoices/all", headers()));
  expect(screen.getByRole("note")).toBeTruthy();
  act(() => noteMissingCells("/companies", headers()));
  expect(screen.queryByRole("note")).toBeNull();
});

test("an answer of all cells needs no notice", () => {
  render(<MissingCells cells={[]} />);
  expect(screen.queryByRole("note")).toBeNull();
});

describe("the end of a list over several cells", () => {
  const shown = async (rows: number, count: number) => {
    const items = Array.from({ length: rows }, (_, index) => ({ id: index + 1 }));
    const list = new PagedList<{ readonly id: number }>({
      collection: new Collection({ record: "record", id: "id" }),
      compare: (a, b) => a.id - b.id,
      isHidden: () => false,
      fetchPage: async () => ({ items, hasMore: false, count }),
    });
    await list.reload();
    const { container } = render(<ListEnd list={list} />);
    return container.textContent;
  };

  test("a list that ends before its last row says how many rows it shows", async () => {
    expect(await shown(10_000, 12_345)).toBe(
      "A lista mostra as primeiras 10.000 de 12.345 linhas. Use a busca para encontrar as outras.",
    );
  });

  test("a list with all its rows has no notice", async () => {
    expect([await shown(20, 20), await shown(10_000, 10_000)]).toEqual(["", ""]);
  });
});
