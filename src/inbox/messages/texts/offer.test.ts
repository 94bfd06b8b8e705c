import { describe, expect, test } from "bun:test";
import { choicesFor, type Offer } from "./offer.ts";

const menu = (titles: readonly string[], fields: Partial<Offer> = {}): Offer => ({
  whole: "Bem-vindo\n\n…",
  words: "Bem-vindo",
  options: titles.map((title, index) => ({ id: `q${index + 1}:${index + 1}`, title })),
  style: "button",
  ...fields,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Setor ${index + 1}`);

describe("a menu on the official WhatsApp", () => {
  test("has buttons for up to three short titles, else a list", () => {
    expect(choicesFor("cloud", menu(["Vendas", "Suporte", "Menu inicial"]))).toMatchObject({
      style: "button",
      text: "Bem-vindo",
      options: [{ id: "q1:1", title: "Vendas" }, { title: "Suporte" }, { title: "Menu inicial" }],
    });
    expect(choicesFor("cloud", menu(numbered(4)))).toMatchObject({ style: "list" });
    expect(choicesFor("cloud", menu(["Vendas no atacado e varejo"]))).toMatchObject({ style: "list" });
    expect(choicesFor("cloud", menu(["Vendas", "Vendas"]))).toMatchObject({ style: "list" });
    expect(choicesFor("cloud", menu(["Vendas"], { style: "list" }))).toMatchObject({ style: "list" });
  });

  test("goes as text beyond ten rows, a thousand signs, or without a title", () => {
    expect(choicesFor("cloud", menu(numbered(10)))).toBeDefined();
    expect(choicesFor("cloud", menu(numbered(11)))).toBeUndefined();
    expect(choicesFor("cloud", menu(["Vendas"], { words: "a".repeat(1025) }))).toBeUndefined();
    expect(choicesFor("cloud", menu([" "]))).toBeUndefined();
  });

  test("a long title is cut in its row and stands whole below it, no emoji halved", () => {
    const long = "Financeiro e boletos 👩‍👩‍👧 do mês";
    const offered = choicesFor("cloud", menu([long], { style: "list" }));
    if (offered?.type !== "choices") throw new Error("not offered");
    const [row] = offered.options;
    expect(row).toEqual({ id: "q1:1", title: "Financeiro e boletos…", description: long });
    expect(row?.title.length).toBeLessThanOrEqual(24);
  });

  test("has words where the company wrote none", () => {
    expect(choicesFor("cloud", menu(["Vendas"], { words: " " }))).toMatchObject({
      text: "Escolha uma opção:",
    });
  });
});

test("pages and Instagram get all of it as text, with quick replies below", () => {
  const offered = choicesFor("instagram", menu(["Vendas no atacado e varejo"]));
  expect(offered).toMatchObject({
    text: "Bem-vindo\n\n…",
    options: [{ id: "q1:1", title: "Vendas no atacado e…" }],
  });
  expect(choicesFor("facebook", menu(numbered(14)))).toBeUndefined();
});

test("the unofficial WhatsApp has text", () => {
  expect(choicesFor("whatsapp", menu(["Vendas"]))).toBeUndefined();
});
