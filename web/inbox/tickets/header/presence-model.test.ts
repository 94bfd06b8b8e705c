import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createPresence } from "./presence-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function view() {
  const told: number[] = [];
  const presence = createPresence(
    (ticketId) => told.push(ticketId),
    () => 7,
    () => Date.now(),
  );
  presence.enter(1);
  return { presence, told };
}
const typing = (userId: number, ticketId = 1) => ({ action: "typing", ticketId, userId, name: `U${userId}` });

test("a typing colleague is shown for five seconds after the last typing frame", () => {
  const { presence } = view();
  presence.apply(typing(8));
  jest.advanceTimersByTime(4000);
  presence.apply(typing(8));
  jest.advanceTimersByTime(4000);
  expect(presence.typing.value).toEqual([{ id: 8, name: "U8" }]);
  jest.advanceTimersByTime(1000);
  expect(presence.typing.value).toEqual([]);
});

test("the user and other tickets are left out of presence", () => {
  const { presence } = view();
  presence.apply(typing(7));
  presence.apply(typing(8, 2));
  expect(presence.typing.value).toEqual([]);
  presence.apply({
    action: "looking",
    ticketId: 1,
    users: [
      { id: 7, name: "Eu" },
      { id: 8, name: "Bruno" },
    ],
  });
  expect(presence.looking.value).toEqual([{ id: 8, name: "Bruno" }]);
  presence.enter(2);
  expect(presence.looking.value).toEqual([]);
});

test("own typing is sent at most every three seconds", () => {
  const { presence, told } = view();
  for (let key = 0; key < 40; key++) {
    presence.tellTyping();
    jest.advanceTimersByTime(100);
  }
  expect(told).toEqual([1, 1]);
});

test("a typing user sees that a colleague is typing, until either pauses", () => {
  const { presence } = view();
  presence.tellTyping();
  presence.apply(typing(8));
  expect([presence.writing.value, presence.typing.value.length]).toEqual([true, 1]);
  jest.advanceTimersByTime(4000);
  presence.apply(typing(8));
  jest.advanceTimersByTime(1000);
  expect([presence.writing.value, presence.typing.value.length]).toEqual([false, 1]);
  presence.tellTyping();
  presence.enter(2);
  expect(presence.writing.value).toBe(false);
});
