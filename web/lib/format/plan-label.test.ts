import { afterAll, beforeAll, expect, test } from "bun:test";
import { loadTexts } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { planLabel } from "./plan-label.ts";

beforeAll(async () => {
  await startPortuguese();
  await Promise.all([loadTexts("en", "common"), loadTexts("es", "common")]);
});
afterAll(() => {
  language.value = "pt";
});

test.each([
  ["pt", "Plano do provedor"],
  ["en", "Provider’s plan"],
  ["es", "Plan del proveedor"],
] as const)("the plan of the provider's company has a translated name in %s", (chosen, label) => {
  language.value = chosen;
  expect(planLabel("Provider")).toBe(label);
  expect(planLabel("Prata")).toBe("Prata");
});
