import { expect, test } from "bun:test";
import { translate } from "#platform/i18n/translator.ts";
import { loadTexts, provideTexts } from "./dictionary.ts";

test("texts of a feature are loaded once, and again after a failed load", async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return { slow: { price: "caro" } };
  };
  provideTexts(["slow"], { pt: load, en: load, es: load });
  await expect(loadTexts("pt", "slow")).rejects.toThrow("Failed to fetch");
  await Promise.all([loadTexts("pt", "slow"), loadTexts("pt", "slow")]);
  expect(loads).toBe(2);
  expect(translate("pt", "slow", "price")).toBe("caro");
});
