import { expect, test } from "bun:test";
import { fetchTexts, provideTexts } from "./dictionary.ts";
import { findText, keepTexts, sayText } from "./i18n.ts";

const shop = {
  basket: { items_one: "{{count}} item", items_other: "{{count}} itens", empty: "Cesta de {{name}}" },
  price: "{{amount}} e {{amount}}",
};
keepTexts("pt", "shop", shop);
const say = (key: string, values = {}) => sayText("pt", "shop", key, values);

test("a count chooses the plural of the language, and none is one in Portuguese", () => {
  expect(say("basket.items", { count: 0 })).toBe("0 item");
  expect(say("basket.items", { count: 1 })).toBe("1 item");
  expect(say("basket.items", { count: 2 })).toBe("2 itens");
  keepTexts("en", "shop", shop);
  expect(sayText("en", "shop", "basket.items", { count: 0 })).toBe("0 itens");
});

test("a plural the language knows and the text does not is said as the common one", () => {
  expect(new Intl.PluralRules("pt").select(1_000_000)).toBe("many");
  expect(say("basket.items", { count: 1_000_000 })).toBe("1.000.000 itens");
});

test("a count beside a text without plurals is a value like any other", () => {
  keepTexts("pt", "lone", { total: "{{count}} ao todo" });
  expect(sayText("pt", "lone", "total", { count: 3 })).toBe("3 ao todo");
});

test("values go in as they are written, each time they are named", () => {
  expect(say("price", { amount: "<b>$1 $&</b>" })).toBe("<b>$1 $&</b> e <b>$1 $&</b>");
  expect(say("basket.empty", { name: "{{amount}}" })).toBe("Cesta de {{amount}}");
  expect(say("basket.empty")).toBe("Cesta de ");
});

test("a text nobody wrote is said by its key, whatever the key", () => {
  expect(say("basket.lost")).toBe("basket.lost");
  expect(say("basket")).toBe("basket");
  expect(sayText("es", "shop", "price")).toBe("price");
  for (const key of ["constructor", "basket.toString", "__proto__.x", "price.length", ""]) {
    expect(findText(shop, key)).toBeUndefined();
  }
});

test("texts are fetched once, and again after a failure", async () => {
  let fetched = 0;
  const load = async () => {
    fetched += 1;
    if (fetched === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return { slow: { price: "caro" } };
  };
  provideTexts(["slow"], { pt: load, en: load, es: load });
  await expect(fetchTexts("pt", "slow")).rejects.toThrow("Failed to fetch");
  await Promise.all([fetchTexts("pt", "slow"), fetchTexts("pt", "slow")]);
  expect(fetched).toBe(2);
  expect(sayText("pt", "slow", "price")).toBe("caro");
});
