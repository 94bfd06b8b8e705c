import { expect, test } from "bun:test";
import { blocksOf } from "./legal-text.tsx";

test("plain text is divided into headings, lists and paragraphs", () => {
  expect(blocksOf("# Termos\r\n\r\nPrimeira linha\nsegunda linha\n\n## Uso\n- um\n- dois\nDepois")).toEqual([
    { kind: "title", text: "Termos" },
    { kind: "paragraph", text: "Primeira linha\nsegunda linha" },
    { kind: "heading", text: "Uso" },
    { kind: "list", items: ["um", "dois"] },
    { kind: "paragraph", text: "Depois" },
  ]);
});

test("HTML markup of a legal text remains text, and blank text gives no blocks", () => {
  expect(blocksOf("<b>oi</b>")).toEqual([{ kind: "paragraph", text: "<b>oi</b>" }]);
  expect(blocksOf(" \n\n \n")).toEqual([]);
  expect(blocksOf("#semespaço\n-nem aqui")).toEqual([{ kind: "paragraph", text: "#semespaço\n-nem aqui" }]);
});
