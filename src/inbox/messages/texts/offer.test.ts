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
  test("a menu with up to three short titles is sent with buttons, else as a list", () => {
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

  test("a menu with more than ten rows, over a thousand characters or without a title is sent as text", () => {
    expect(choicesFor("cloud", menu(numbered(10)))).toBeDefined();
    expect(choicesFor("cloud", menu(numbered(11)))).toBeUndefined();
    expect(choicesFor("cloud", menu(["Vendas"], { words: "a".repeat(1025) }))).toBeUndefined();
    expect(choicesFor("cloud", menu([" "]))).toBeUndefined();
  });

  test("an option's long title is cut without splitting an emoji; the description has the complete title", () => {
    const long = "Financeiro e boletos 👩‍👩‍👧 do mês";
    const offered = choicesFor("cloud", menu([long], { style: "list" }));
    if (offered?.type !== "choices") throw new Error("not offered");
    const [row] = offered.options;
    expect(row).toEqual({ id: "q1:1", title: "Financeiro e boletos…", description: long });
    expect(row?.title.length).toBeLessThanOrEqual(24);
  });

  test("a menu for which the company configured no texts is sent with default texts", () => {
    expect(choicesFor("cloud", menu(["Vendas"], { words: " " }))).toMatchObject({
      text: "Escolha uma opção:",
    });
  });
});

test("Facebook pages and Instagram get the menu as text with quick-reply buttons", () => {
  const offered = choicesFor("instagram", menu(["Vendas no atacado e varejo"]));
  expect(offered).toMatchObject({
    text: "Bem-vindo\n\n…",
    options: [{ id: "q1:1", title: "Vendas no atacado e…" }],
  });
  expect(choicesFor("facebook", menu(numbered(14)))).toBeUndefined();
});

test("WhatsApp by QR code gets the menu as text", () => {
  expect(choicesFor("whatsapp", menu(["Vendas"]))).toBeUndefined();
});
