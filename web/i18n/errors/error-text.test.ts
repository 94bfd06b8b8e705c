import { expect, test } from "bun:test";
import { effect } from "@preact/signals-react";
import { addTexts } from "#platform/i18n/translator.ts";
import { language, markStarted } from "#web/i18n/language.ts";
import common from "#web/i18n/locales/pt.json";
import { ApiError } from "#web/lib/api/api-error.ts";
import { errorOfCode, errorText } from "./error-text.ts";
import texts from "./locales/pt.json";

test("an error code has no text until the texts are loaded; then the components that show it are rendered again", async () => {
  language.value = "pt";
  addTexts("pt", "common", common);
  markStarted();
  const shown: string[] = [];
  const drawn = Promise.withResolvers<void>();
  const stop = effect(() => {
    shown.push(errorOfCode("ERR_NO_PERMISSION"));
    if (shown.length === 2) drawn.resolve();
  });
  await drawn.promise;
  stop();
  expect(shown).toEqual(["", "Você não tem permissão para acessar este recurso."]);
  expect(errorOfCode("a raw text of the server")).toBe("a raw text of the server");
});

test("the error of a refused deletion names the objects that use it", async () => {
  language.value = "pt";
  addTexts("pt", "errors", texts);
  const by = [
    { kind: "rule", id: 1, name: "Aviso VIP" },
    { kind: "report_schedule", id: 2, name: "Semanal" },
  ];
  expect(errorText(new ApiError(409, "ERR_IN_USE", { by }))).toBe(
    "Não é possível excluir: em uso em regra “Aviso VIP”, relatório agendado “Semanal”.",
  );
});
