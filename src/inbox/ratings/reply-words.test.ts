import { expect, test } from "bun:test";
import { asksComment, isFarewell, rateOf } from "./reply-words.ts";

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
] as const)("on the scale 1 to 3, the reply %p is a rating of %d", (text, rate) => {
  expect(rateOf(text, "three")).toBe(rate);
});

test.each(["0", "4", "12", "33", "nota 3", "3.5", "-1", "", "satisfeito?!x", "três vezes", "10️⃣"])(
  "on the scale 1 to 3, the reply %p is no rating",
  (text) => {
    expect(rateOf(text, "three")).toBeUndefined();
  },
);

test.each([
  ["five", "5", 5],
  ["five", "Neutro", 3],
  ["five", "satisfeito", 4],
  ["five", "MUITO INSATISFEITO", 1],
  ["five", "very satisfied", 5],
  ["five", "muy insatisfecha", 1],
  ["nps", "0", 0],
  ["nps", "10", 10],
  ["nps", "🔟", 10],
  ["nps", "dez", 10],
  ["nps", "cero", 0],
] as const)("on the scale %s, the reply %p is a rating of %d", (scale, text, rate) => {
  expect(rateOf(text, scale)).toBe(rate);
});

test.each([
  ["five", "0"],
  ["five", "6"],
  ["nps", "11"],
  ["nps", "satisfeito"],
  ["nps", "10/10"],
] as const)("on the scale %s, the reply %p is no rating", (scale, text) => {
  expect(rateOf(text, scale)).toBeUndefined();
});

test("low ratings are those of the lower third of the scale", () => {
  const low = (scale: "three" | "five" | "nps", rates: readonly number[]) =>
    rates.filter((rate) => asksComment(scale, rate, "low"));
  expect(low("three", [1, 2, 3])).toEqual([1]);
  expect(low("five", [1, 2, 3, 4, 5])).toEqual([1, 2]);
  expect(low("nps", [0, 1, 2, 3, 4, 5, 10])).toEqual([0, 1, 2, 3]);
  expect(asksComment("three", 3, "always")).toBe(true);
  expect(asksComment("three", 1, "off")).toBe(false);
});

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
