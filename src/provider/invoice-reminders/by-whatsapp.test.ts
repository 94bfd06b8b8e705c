import { expect, test } from "bun:test";
import { reminderText } from "./by-whatsapp.ts";

test("a reminder shows the due date in the order of each language, and English names the month", () => {
  const textIn = (language: "pt-BR" | "en" | "es") =>
    reminderText({
      language,
      company: "Padaria",
      plan: "Plano Básico",
      valueCents: 9900,
      dueDate: "2026-04-03",
      days: -5,
      address: null,
    }).text;
  expect(textIn("pt-BR")).toContain("03/04/2026");
  expect(textIn("es")).toContain("03/04/2026");
  expect(textIn("en")).toContain("3 Apr 2026");
});
