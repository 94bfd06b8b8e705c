import { expect, test } from "bun:test";
import { blocksOf } from "./blocks.ts";

test("headings, lists and paragraphs come out of plain text", () => {
  expect(blocksOf("# Termos\r\n\r\nPrimeira linha\nsegunda linha\n\n## Uso\n- um\n- dois\nDepois")).toEqual([
    { kind: "title", text: "Termos" },
    { kind: "paragraph", text: "Primeira linha\nsegunda linha" },
    { kind: "heading", text: "Uso" },
    { kind: "list", items: ["um", "dois"] },
    { kind: "paragraph", text: "Depois" },
  ]);
});

test("markup stays letters, blank text is nothing", () => {
  expect(blocksOf("<b>oi</b>")).toEqual([{ kind: "paragraph", text: "<b>oi</b>" }]);
  expect(blocksOf(" \n\n \n")).toEqual([]);
  expect(blocksOf("#semespaço\n-nem aqui")).toEqual([{ kind: "paragraph", text: "#semespaço\n-nem aqui" }]);
});
