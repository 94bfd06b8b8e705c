import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { createContactSearch } from "./contact-search-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const marina = { id: 1, name: "Marina" } as ContactAnswer;
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test("a contact search starts at three characters, half a second after the last one", async () => {
  const asked: string[] = [];
  const search = createContactSearch(async (text) => {
    asked.push(text);
    return [marina];
  });
  search.type("ma");
  jest.advanceTimersByTime(1000);
  expect(search.state.value).toBe("short");
  search.type("mar");
  jest.advanceTimersByTime(400);
  search.type("mari");
  jest.advanceTimersByTime(500);
  await settle();
  expect(asked).toEqual(["mari"]);
  expect(search.found.value).toEqual([marina]);
  search.type("m");
  expect(search.found.value).toEqual([]);
});

test("a late response to a contact search does not replace a newer one", async () => {
  const answers: ((found: readonly ContactAnswer[]) => void)[] = [];
  const search = createContactSearch(() => new Promise((resolve) => answers.push(resolve)));
  search.type("mari");
  jest.advanceTimersByTime(500);
  search.type("marin");
  jest.advanceTimersByTime(500);
  answers[1]?.([marina]);
  await settle();
  answers[0]?.([]);
  await settle();
  expect(search.found.value).toEqual([marina]);
});
