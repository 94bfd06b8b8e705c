import { expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { noteMissingCells } from "./follow-cells.ts";
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
