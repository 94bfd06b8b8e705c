import { beforeAll, expect, test } from "bun:test";
import { text } from "#web/i18n/dictionary.ts";
import { speakPortuguese } from "#web/i18n/test-language.ts";
import { quickReplyTexts } from "./locales/index.ts";
import { cut } from "./quick-reply-columns.tsx";
import { renderSample } from "./sample.ts";

beforeAll(() => speakPortuguese(quickReplyTexts));

const t = (...ask: [Parameters<typeof text<typeof import("./locales/pt.ts").pt>>[1]]) =>
  text(quickReplyTexts, ...ask);

test("a list shows 35 characters of a message, on one line", () => {
  expect(cut("curta")).toBe("curta");
  expect(cut("x".repeat(35))).toBe("x".repeat(35));
  expect(cut("x".repeat(36))).toBe(`${"x".repeat(35)}…`);
  expect(cut("Olá,\n\n  tudo bem?")).toBe("Olá, tudo bem?");
});

test("the preview fills variables in under each of their names, and leaves what nobody knows", () => {
  const morning = Date.parse("2026-11-20T13:05:00Z");
  const show = (message: string) => renderSample(message, t, morning);
  expect(show("{{greeting}}, {{ firstName }}! {{ATENDENTE}} {{date}} {{hora}}")).toBe(
    "Bom dia, Maria! Ana 20/11/2026 10:05",
  );
  expect(show("{{protocol}}")).toBe("202611200001");
  expect(show("{{desconhecido}} {nome}")).toBe("{{desconhecido}} {nome}");
});
