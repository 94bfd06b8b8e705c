import { describe, expect, test } from "bun:test";
import { addTexts, hasText, translate } from "./translator.ts";

const shop = {
  basket: { items_one: "{{count}} item", items_other: "{{count}} itens", empty: "Cesta de {{name}}" },
  price: "{{amount}} e {{amount}}",
  pair: "{{first}}, {{second}}",
};
addTexts("pt", "shop", shop);
const shopText = (key: string, values = {}) => translate("pt", "shop", key, values);

describe("a text with a count", () => {
  test("a text with a count has the plural form of its language, and 0 has the plural", () => {
    expect(shopText("basket.items", { count: 0 })).toBe("0 itens");
    expect(shopText("basket.items", { count: 1 })).toBe("1 item");
    expect(shopText("basket.items", { count: 2 })).toBe("2 itens");
    addTexts("en", "shop", shop);
    expect(translate("en", "shop", "basket.items", { count: 0 })).toBe("0 itens");
  });

  test("a text with a count uses _other where the form of the language is missing, and writes the count as the language does", () => {
    expect(new Intl.PluralRules("pt").select(1_000_000)).toBe("many");
    expect(shopText("basket.items", { count: 1_000_000 })).toBe("1.000.000 itens");
    expect(translate("en", "shop", "basket.items", { count: 1_000_000 })).toBe("1,000,000 itens");
  });

  test("a text with a count may have no plural forms", () => {
    addTexts("pt", "lone", { total: "{{count}} ao todo" });
    expect(translate("pt", "lone", "total", { count: 3 })).toBe("3 ao todo");
  });
});

describe("a value in a text", () => {
  test("a value in a text is inserted at each of its places, unescaped, and a missing one is empty", () => {
    expect(shopText("price", { amount: "<b>$1 $&</b>" })).toBe("<b>$1 $&</b> e <b>$1 $&</b>");
    expect(shopText("basket.empty")).toBe("Cesta de ");
    expect(shopText("pair", { first: 1234, second: 0 })).toBe("1.234, 0");
  });

  test("a value in a text is written as the language writes numbers when it is a number, and as it is when it is a text", () => {
    addTexts("en", "shop", shop);
    expect(shopText("pair", { first: 4096, second: "4096" })).toBe("4.096, 4096");
    expect(translate("en", "shop", "pair", { first: 1_234.5, second: "0012" })).toBe("1,234.5, 0012");
  });

  test("a value in a text does not change the direction of the words after it", () => {
    expect(shopText("pair", { first: "\u202egpj.exe\u2066", second: "S" })).toBe("gpj.exe, S");
    expect(shopText("pair", { first: "دجاج", second: "S" })).toBe("دجاج, S");
  });

  test.each([
    "{{amount}}",
    "{{first}}",
    "{{second}}",
    "{{count}}",
    "{{- second}}",
    "$t(price)",
    "$t(basket.empty, {'name': 'x'})",
    "{{second}} $t(price) {{",
    "}} {{second",
  ])("a value in a text is not interpreted when a user typed %s", (typed) => {
    expect(shopText("basket.empty", { name: typed })).toBe(`Cesta de ${typed}`);
    expect(shopText("pair", { first: typed, second: "S" })).toBe(`${typed}, S`);
    expect(shopText("pair", { first: "F", second: typed })).toBe(`F, ${typed}`);
    expect(shopText("pair", { first: typed, second: typed })).toBe(`${typed}, ${typed}`);
  });

  test("a value may have the name of an i18next option without being treated as one", () => {
    addTexts("pt", "options", { said: "{{context}} {{ns}} {{lng}} {{defaultValue}} {{replace}}" });
    const values = { context: "a", ns: "b", lng: "es", defaultValue: "d", replace: "e" };
    expect(translate("pt", "options", "said", values)).toBe("a b es d e");
  });
});

test("a missing text is its key, also for keys of Object.prototype", () => {
  expect(shopText("basket.lost")).toBe("basket.lost");
  expect(shopText("basket")).toBe("basket");
  expect(translate("es", "shop", "price")).toBe("price");
  for (const key of ["constructor", "basket.toString", "__proto__.x", "price.length", ""])
    expect(hasText("pt", "shop", key)).toBe(false);
});
