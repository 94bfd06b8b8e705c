import { expect, test } from "bun:test";
import { text } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { scheduleTexts } from "./locales/index.ts";
import { reasonOf, shortened } from "./status.ts";

await startPortuguese(scheduleTexts);
const t = (key: never, values?: never) => text(scheduleTexts, key, values);

test("a scheduled text is cut after 25 letters in lists, never inside an emoji", () => {
  expect(shortened("Bom dia!")).toBe("Bom dia!");
  expect(shortened("1234567890123456789012345")).toBe("1234567890123456789012345");
  expect(shortened("12345678901234567890123456")).toBe("1234567890123456789012345…");
  expect(shortened("🎉".repeat(26))).toBe(`${"🎉".repeat(25)}…`);
  expect(shortened("uma\nlinha")).toBe("uma linha");
});

test("the reason of a failure is shown as text, also for an unknown code", () => {
  const reason = (error: string) => reasonOf({ status: "ERRO", error }, t as never);
  expect(reason("ERR_TOO_LATE")).toBe("O horário marcado já passou há muito tempo.");
  expect(reason("cancelled")).toBe("Retirada da conversa antes do envio.");
  expect(reason("ERR_STRANGE")).toBe("Não foi possível enviar.");
  expect(reasonOf({ status: "PENDENTE", error: null }, t as never)).toBeNull();
});
