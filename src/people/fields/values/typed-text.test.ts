import { describe, expect, test } from "bun:test";
import { textOfValue, valueOfText } from "./typed-text.ts";

const read = (kind: Parameters<typeof textOfValue>[0], text: string) =>
  valueOfText({ kind, choices: ["Ouro", "São Paulo"] }, text);

describe("text of a file", () => {
  test.each([
    ["number", "1.234,56", 1234.56],
    ["number", "1,234.56", 1234.56],
    ["number", "1234,5", 1234.5],
    ["number", "1.234", 1234],
    ["number", "0.125", 0.125],
    ["number", "R$ 10", 10],
    ["number", "dez", undefined],
    ["date", "7/3/1990", "1990-03-07"],
    ["date", "1990-03-07 00:00:00", "1990-03-07"],
    ["date", "31/02/1990", undefined],
    ["choice", "sao paulo", "São Paulo"],
    ["choice", "Bronze", undefined],
    ["multi", "ouro; São Paulo", ["Ouro", "São Paulo"]],
    ["yes_no", "Não", false],
    ["yes_no", "talvez", undefined],
    ["text", "  ", null],
  ] as const)("as %s, %s is read as %p", (kind, text, value) => {
    expect(read(kind, text)).toEqual(value as never);
  });
});

describe("value in a text", () => {
  test("a date reads DD/MM/YYYY, several choices are joined by a comma, and yes is a word", () => {
    expect(textOfValue("date", "1990-03-07", "pt")).toBe("07/03/1990");
    expect(textOfValue("multi", ["A", "B"], "pt")).toBe("A, B");
    expect(textOfValue("yes_no", true, "es")).toBe("Sí");
    expect(textOfValue("number", 12.5, "pt")).toBe("12,5");
  });
});
