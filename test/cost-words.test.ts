import { describe, expect, test } from "bun:test";
import enFile from "#inbox/costs/report/locales/en.json";
import esFile from "#inbox/costs/report/locales/es.json";
import ptFile from "#inbox/costs/report/locales/pt.json";
import en from "#web/inbox/costs/locales/en.json";
import es from "#web/inbox/costs/locales/es.json";
import pt from "#web/inbox/costs/locales/pt.json";

const LANGUAGES = [
  ["pt", pt, ptFile],
  ["en", en, enFile],
  ["es", es, esFile],
] as const;

describe.each(LANGUAGES)("exported messages of the costs page in %s", (_, screen, file) => {
  test("the exported messages name categories and origins as the screen does", () => {
    const { other, ...categories } = screen.category;
    expect(file.categories).toEqual(categories);
    expect(file.otherCategory).toBe(other);
    expect(file.origins).toEqual(screen.origin);
  });
});
