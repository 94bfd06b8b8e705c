import { expect, test } from "bun:test";
import { pickLanguage } from "./languages.ts";

test("the user's choice wins, then the browser's languages, then Portuguese", () => {
  expect(pickLanguage(["es", "en-US"])).toBe("es");
  expect(pickLanguage([null, "fr-FR", "en-GB"])).toBe("en");
  expect(pickLanguage([null, "de"])).toBe("pt");
});
