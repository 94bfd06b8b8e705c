import { expect, test } from "bun:test";
import { isFarewell, rateOf } from "./reply-words.ts";

test.each([
  ["1", 1],
  [" 3 ", 3],
  ["2️⃣", 2],
  ["3⃣", 3],
  ["Três", 3],
  ["dois", 2],
  ["One", 1],
  ["Insatisfeito", 1],
  ["SATISFEITA", 2],
  ["Muito  satisfeito", 3],
  ["very satisfied", 3],
  ["Dissatisfied", 1],
  ["Muy Satisfecho", 3],
] as const)("the reply %p is a rating of %d", (text, rate) => {
  expect(rateOf(text)).toBe(rate);
});

test.each(["0", "4", "12", "33", "nota 3", "3.5", "-1", "", "satisfeito?!x", "três vezes", "10️⃣"])(
  "the reply %p is no rating",
  (text) => {
    expect(rateOf(text)).toBeUndefined();
  },
);

test.each([
  "Obrigado",
  "obrigada!!!",
  "Valeu...",
  "OK",
  "blz",
  "Tchau :)",
  "até logo",
  "De nada.",
  "Thanks!",
  "thank you",
  "bye",
  "Gracias",
  "¡Adiós!",
  "👍",
  "👍🏽",
  "🙏🙏🙏",
  "❤️",
  "ok, obrigado 👍",
])("%p is a good-bye", (text) => {
  expect(isFarewell(text)).toBe(true);
});

test.each([
  "",
  "   ",
  "...",
  "okay então",
  "obrigado pela ajuda",
  "obrigado, mas e o boleto?",
  "ok ok ok ok ok ok ok ok",
  "oi",
  "valeuzinho",
  "by",
  "😡",
])("the reply %p is no goodbye", (text) => {
  expect(isFarewell(text)).toBe(false);
});
