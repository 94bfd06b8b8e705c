import { expect, test } from "bun:test";
import { insertVariable, sampleText } from "./sample.ts";

const options = {
  now: new Date(2026, 10, 3, 9, 5),
  greetings: ["Boa madrugada", "Bom dia", "Boa tarde", "Boa noite"] as const,
  known: { queue: "Vendas" },
};

test("a preview shows what the server would write", () => {
  expect(sampleText("{{ms}}, {{ FirstName }}! {{date}} {{hora}} {{protocolo}}", options)).toBe(
    "Bom dia, Maria! 03/11/2026 09:05 202611030001",
  );
  expect(sampleText("Setor {{queue}}, {{name}}", options)).toBe("Setor Vendas, Maria Silva");
});

test("a preview keeps what nobody knows, and renders no value again", () => {
  expect(sampleText("{{cor}} {{}} {nome}", options)).toBe("{{cor}} {{}} {nome}");
  expect(sampleText("{{queue}}", { ...options, known: { queue: "{{name}}" } })).toBe("{{name}}");
});

test("a variable goes where the cursor is, over what is selected", () => {
  expect(insertVariable("Olá !", "firstName", 4, 4)).toEqual({ text: "Olá {{firstName}}!", cursor: 17 });
  expect(insertVariable("Olá você", "name", 4, 8)).toEqual({ text: "Olá {{name}}", cursor: 12 });
});
