import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { wrote } from "#inbox/messages/testing.ts";
import {
  accept,
  beginHolding,
  byHand,
  customer,
  DAY,
  HOUR,
  held,
  inactive,
  MINUTE,
  openSession,
  pass,
  refuse,
  s,
  sweep,
  texts,
} from "./testing.ts";

beforeEach(beginHolding);
afterEach(() => s.close());

test("a message refused with 429 is sent again after a minute, then after four more, and the number gets no restriction", async () => {
  await openSession(inactive);
  byHand(customer(true), "oi");
  await s.settle();
  refuse("oi", "429");
  expect(held().map(({ by }) => by)).toEqual(["refused"]);
  expect(s.rows("SELECT kind FROM connection_restriction")).toEqual([]);
  await pass(MINUTE);
  expect(texts()).toEqual(["oi", "oi"]);
  refuse("oi", "429");
  await pass(3 * MINUTE);
  expect(texts()).toEqual(["oi", "oi"]);
  await pass(MINUTE);
  expect(texts()).toEqual(["oi", "oi", "oi"]);
});

describe("a message refused with 463", () => {
  test("after a refusal with 463 the message to the cold contact and all other new chats are held immediately", async () => {
    await openSession(() => null);
    byHand(customer(false), "um");
    await s.settle();
    refuse("um", "463");
    byHand(customer(false), "dois");
    await s.settle();
    expect(texts()).toEqual(["um"]);
    expect(held().map(({ by }) => by)).toEqual(["reachout_lock", "reachout_lock"]);
    await pass(2 * HOUR);
    expect(texts()).toEqual(["um"]);
  });

  for (const [code, answer] of [
    ["463", () => null],
    ["475", inactive],
  ] as const)
    test(`the suspicion of a ${code} ends after a day when the network neither confirms nor denies it`, async () => {
      await openSession(answer);
      byHand(customer(false), "um");
      await s.settle();
      refuse("um", code);
      byHand(customer(false), "dois");
      await pass(23 * HOUR, HOUR);
      expect(texts()).toEqual(["um"]);
      await pass(8 * HOUR, HOUR);
      expect([...new Set(texts())]).toEqual(["um", "dois"]);
    });

  test("without a restriction by the network a refused message to a cold contact is not repeated and fails after a week; others are sent", async () => {
    await openSession(inactive);
    await pass(2 * MINUTE);
    byHand(customer(false), "um");
    await s.settle();
    refuse("um", "463");
    byHand(customer(false), "dois");
    await s.settle();
    await sweep();
    expect(texts()).toEqual(["um", "dois"]);
    accept("dois");
    await pass(7 * DAY - HOUR, HOUR);
    expect([texts(), held().map(({ by }) => by)]).toEqual([["um", "dois"], ["refused"]]);
    await pass(2 * HOUR, HOUR);
    expect(texts()).toEqual(["um", "dois"]);
    const shown = "SELECT send_state AS state, send_error AS error FROM message WHERE body = 'um'";
    expect(s.row(shown)).toEqual({ state: "failed", error: "ERR_HELD_EXPIRED" });
  });

  test("a refused message to a cold contact, without a restriction by the network, is sent immediately when the contact writes", async () => {
    await openSession(inactive);
    await pass(2 * MINUTE);
    const person = customer(false);
    byHand(person, "um");
    await s.settle();
    refuse("um", "463");
    await sweep();
    await pass(2 * DAY, HOUR);
    expect(texts()).toEqual(["um"]);
    s.receive(wrote(person, "Alô?", s.clock.now()));
    await s.settle();
    expect(texts()).toEqual(["um", "um"]);
  });

  test("a refused message to an established chat is sent once more after 30 s when no restriction is in force", async () => {
    await openSession(inactive);
    await pass(2 * MINUTE);
    byHand(customer(true), "oi");
    await s.settle();
    refuse("oi", "463");
    await pass(29_000, 1000);
    expect(texts()).toEqual(["oi"]);
    await pass(2000, 1000);
    expect(texts()).toEqual(["oi", "oi"]);
    expect(new Set(s.provider.sent.map(({ providerId }) => providerId)).size).toBe(1);
    refuse("oi", "463");
    await pass(3 * HOUR);
    expect(texts()).toEqual(["oi", "oi"]);
  });

  test("a message to an established chat is not sent a third time, and fails after a week", async () => {
    await openSession(inactive);
    await pass(2 * MINUTE);
    byHand(customer(true), "oi");
    await s.settle();
    refuse("oi", "463");
    await pass(31_000, 1000);
    refuse("oi", "463");
    await pass(7 * DAY - HOUR, HOUR);
    expect([texts(), held().map(({ by }) => by)]).toEqual([["oi", "oi"], ["refused"]]);
    await pass(2 * HOUR, HOUR);
    expect(texts()).toEqual(["oi", "oi"]);
    const shown = "SELECT send_state AS state, send_error AS error FROM message WHERE body = 'oi'";
    expect(s.row(shown)).toEqual({ state: "failed", error: "ERR_HELD_EXPIRED" });
  });

  test("a message to an established chat is sent immediately when the contact writes after the second refusal", async () => {
    await openSession(inactive);
    await pass(2 * MINUTE);
    const person = customer(true);
    byHand(person, "resposta");
    await s.settle();
    refuse("resposta", "463");
    await pass(31_000, 1000);
    refuse("resposta", "463");
    await pass(HOUR);
    s.receive(wrote(person, "Alô?", s.clock.now()));
    await s.settle();
    expect(texts()).toEqual(Array(3).fill("resposta"));
  });

  test("a refused message to an established chat is not repeated when the network does not answer whether a restriction is in force", async () => {
    await openSession(() => null);
    await pass(2 * MINUTE);
    byHand(customer(true), "oi");
    await s.settle();
    refuse("oi", "463");
    await s.settle();
    await pass(31_000, 1000);
    expect(texts()).toEqual(["oi"]);
    await pass(10 * HOUR, HOUR);
    expect([texts(), held().map(({ by }) => by)]).toEqual([["oi"], ["reachout_lock"]]);
  });

  test("a refused message to an established chat waits for the end of the restriction when the network confirms one", async () => {
    let isActive = true;
    await openSession(() => ({ lock: { isActive, endsAt: null, type: "X" }, quotas: [] }));
    await pass(2 * MINUTE);
    byHand(customer(true), "oi");
    await s.settle();
    refuse("oi", "463");
    await pass(2 * HOUR);
    expect(texts()).toEqual(["oi"]);
    isActive = false;
    for (let minute = 0; minute < 16 && texts().length < 2; minute += 1) await pass(MINUTE);
    expect(texts()).toEqual(["oi", "oi"]);
  });
});
