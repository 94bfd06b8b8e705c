import { expect, test } from "bun:test";
import { insertInto, sampleText } from "./sample.ts";

const options = { now: new Date(2026, 10, 3, 9, 5), language: "pt-BR", known: { queue: "Vendas" } } as const;

test("a preview equals the text that the server would send", () => {
  expect(sampleText("{{ms}}, {{ FirstName }}! {{date}} {{hora}} {{protocolo}}", options)).toBe(
    "Bom dia, Maria! 03/11/2026 09:05 202611030001",
  );
  expect(sampleText("Setor {{fila}}, {{name}}", options)).toBe("Setor Vendas, Maria Silva");
});

test("a preview greets in the company's language, and never with Good night", () => {
  const evening = new Date(2026, 10, 3, 21, 0);
  expect(sampleText("{{ms}}", { ...options, now: evening, language: "en" })).toBe("Good evening");
  expect(sampleText("{{ms}}", { ...options, now: evening, language: "es" })).toBe("Buenas noches");
});

test("a preview writes dates in the company's language, in English with the month's name", () => {
  const dates = (language: "pt-BR" | "en" | "es") =>
    sampleText("{{date}}, {{datetime}}", { ...options, language });
  expect(dates("en")).toBe("3 Nov 2026, 3 Nov 2026 09:05");
  expect(dates("es")).toBe("03/11/2026, 03/11/2026 09:05");
});

test("a preview keeps unknown names as typed and does not expand variables inside values", () => {
  expect(sampleText("{{cor}} {{}} {nome}", options)).toBe("{{cor}} {{}} {nome}");
  expect(sampleText("{{queue}}", { ...options, known: { queue: "{{name}}" } })).toBe("{{name}}");
  expect(sampleText("{nome}", { ...options, braces: "campaign" })).toBe("Maria Silva");
});

test("a variable is inserted at the cursor and replaces the selection", () => {
  expect(insertInto("Olá !", "{{firstName}}", 4, 4)).toEqual({ text: "Olá {{firstName}}!", cursor: 17 });
  expect(insertInto("Olá você", "{{name}}", 4, 8)).toEqual({ text: "Olá {{name}}", cursor: 12 });
});
