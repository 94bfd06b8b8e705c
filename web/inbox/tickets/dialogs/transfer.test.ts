import { expect, test } from "bun:test";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import { foundCandidates, onlineIn, transferBody, transferCandidates } from "./transfer.ts";

const colleague = (id: number, overrides: Partial<ColleagueAnswer> = {}): ColleagueAnswer => ({
  id,
  name: `U${id}`,
  profile: "user",
  online: true,
  away: false,
  queues: [{ id: 1, name: "Vendas", color: "#0b72c4", UserQueue: { queueId: 1 } }],
  ...overrides,
});

test("a transfer to a queue alone makes the ticket wait", () => {
  expect(transferBody({ userId: null, queueId: 2, whatsappId: 1, reason: " " })).toEqual({
    userId: null,
    queueId: 2,
    whatsappId: 1,
    status: "pending",
  });
  expect(transferBody({ userId: 8, queueId: 2, whatsappId: 1, reason: " troca " })).toMatchObject({
    status: "open",
    reason: "troca",
  });
});

test("the transfer dialog offers only admins and attendants of the chosen queue, online ones first", () => {
  const found = transferCandidates(
    [
      colleague(1, { online: false }),
      colleague(2, { away: true }),
      colleague(3, { queues: [] }),
      colleague(4),
      colleague(5, { profile: "admin", queues: [] }),
    ],
    1,
    { userId: 9, queueId: 1 },
  );
  expect(found.map(({ id }) => id)).toEqual([4, 5, 2, 1]);
});

test("the transfer dialog offers the ticket's attendant for another queue, not for the same queue", () => {
  const both = [1, 2].map((id) => ({ id, name: `Q${id}`, color: "#0b72c4", UserQueue: { queueId: id } }));
  const ana = [colleague(7, { queues: both })];
  expect(transferCandidates(ana, 1, { userId: 7, queueId: 1 })).toEqual([]);
  expect(transferCandidates(ana, 2, { userId: 7, queueId: 1 })).toEqual(ana);
});

test("the transfer dialog lists fewer than 50 colleagues immediately; with more it needs three letters", () => {
  const people = [
    colleague(1, { name: "Ana" }),
    colleague(2, { name: "André" }),
    colleague(3, { name: "Bia" }),
  ];
  const names = (search: string, colleagues: number, chosen: ColleagueAnswer | null = null) =>
    foundCandidates(people, search, colleagues, chosen).map(({ name }) => name);
  expect(names("", 49)).toEqual(["Ana", "André", "Bia"]);
  expect(names("an", 49)).toEqual(["Ana", "André"]);
  expect(names("", 50)).toEqual([]);
  expect(names("an", 50)).toEqual([]);
  expect(names("and", 50)).toEqual(["André"]);
  expect(names("", 50, colleague(3, { name: "Bia" }))).toEqual(["Bia"]);
});

test("the transfer dialog shows how many users of a queue are online", () => {
  const people = [colleague(1), colleague(2, { away: true }), colleague(3, { online: false }), colleague(4)];
  expect([onlineIn(people, 1), onlineIn(people, 2)]).toEqual([2, 0]);
});
