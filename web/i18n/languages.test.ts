import { expect, test } from "bun:test";
import { pickLanguage } from "./languages.ts";

test("the user's choice of a language precedes the browser's languages, and Portuguese is last", () => {
  expect(pickLanguage(["es", "en-US"])).toBe("es");
  expect(pickLanguage([null, "fr-FR", "en-GB"])).toBe("en");
  expect(pickLanguage([null, "de"])).toBe("pt");
});
