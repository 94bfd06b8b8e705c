import { describe, expect, test } from "bun:test";
import { isAnsweredByBot, isLooping } from "./policy.ts";

const bot = (body: string, at = 0) => ({ body, fromMe: true, origin: "bot", at });
const person = (body: string, at = 0) => ({ body, fromMe: true, origin: "user", at });
const customer = (body: string, at = 0) => ({ body, fromMe: false, origin: "contact", at });

describe("a looping bot", () => {
  test.each([
    ["with the same text three times in a row", [bot("Menu"), bot("Menu"), bot("Menu")], true],
    ["whatever the customer says in between", [bot("Menu"), customer("?"), bot("Menu"), bot("Menu")], true],
    ["not with another text in between", [bot("Menu"), bot("Olá"), bot("Menu"), bot("Menu")], false],
    ["not with two", [bot("Menu"), bot("Menu")], false],
    ["not when a person repeats", [person("Oi"), person("Oi"), person("Oi")], false],
    ["not with files, which have no words", [bot(""), bot(""), bot("")], false],
  ])("%s", (_, newestFirst, expected) => {
    expect(isLooping(newestFirst, 0)).toBe(expected);
  });

  test("a bot that sends twenty texts in ten minutes is detected as looping", () => {
    const texts = (last: number) =>
      Array.from({ length: 20 }, (_, index) => bot(`${index}`, last - index * 30_000));
    expect(isLooping(texts(600_000), 600_000)).toBe(true);
    expect(isLooping(texts(600_000).slice(1), 600_000)).toBe(false);
    expect(isLooping(texts(600_000), 640_000)).toBe(false);
  });
});

describe("another bot that answers", () => {
  const rounds = (count: number, pauseMs: number) =>
    Array.from({ length: count }, (_, index) => [
      customer(`${index}`, (count - index) * 10_000 + pauseMs),
      bot(`Menu ${index}`, (count - index) * 10_000),
    ]).flat();
  test.each([
    ["within two seconds five times in a row", rounds(5, 2000), true],
    ["not four times", rounds(4, 100), false],
    ["not with time to read", rounds(9, 2001), false],
    ["not when one of them took longer", [...rounds(3, 100), ...rounds(1, 9000), ...rounds(3, 100)], false],
    [
      "not when somebody writes many lines by himself",
      Array.from({ length: 9 }, () => customer("oi")),
      false,
    ],
  ])("%s", (_, newestFirst, expected) => {
    expect(isAnsweredByBot(newestFirst)).toBe(expected);
  });
});
