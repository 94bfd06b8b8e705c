import { expect, test } from "bun:test";
import type { ColleagueAnswer } from "#users/contract.ts";
import { transferBody, transferCandidates } from "./transfer.ts";

const colleague = (id: number, overrides: Partial<ColleagueAnswer> = {}): ColleagueAnswer => ({
  id,
  name: `U${id}`,
  profile: "user",
  online: true,
  away: false,
  queues: [{ id: 1, name: "Vendas", color: "#0b72c4", UserQueue: { queueId: 1 } }],
  ...overrides,
});

test("with a queue alone the ticket goes back to waiting", () => {
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

test("only admins and the queue's attendants can take it, those at their desk first", () => {
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

test("whoever has it can take it along into another queue, not into the same", () => {
  const both = [1, 2].map((id) => ({ id, name: `Q${id}`, color: "#0b72c4", UserQueue: { queueId: id } }));
  const ana = [colleague(7, { queues: both })];
  expect(transferCandidates(ana, 1, { userId: 7, queueId: 1 })).toEqual([]);
  expect(transferCandidates(ana, 2, { userId: 7, queueId: 1 })).toEqual(ana);
});
