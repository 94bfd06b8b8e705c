import { expect, test } from "bun:test";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import type { Onlooker } from "#web/inbox/tickets/list/list-membership.ts";
import { headActions } from "./header-actions.ts";

const ana: Onlooker = { userId: 7, isAdmin: false, seesEverybody: false, queueIds: [1] };
const admin: Onlooker = { userId: 1, isAdmin: true, seesEverybody: true, queueIds: [] };

test("the owner returns, transfers and resolves; a colleague of the queue only looks", () => {
  expect(headActions(sampleTicket({ userId: 7 }), ana)).toEqual(["return", "transfer", "resolve"]);
  expect(headActions(sampleTicket({ userId: 8 }), ana)).toEqual([]);
  expect(headActions(sampleTicket({ userId: 8 }), admin)).toEqual(["return", "transfer", "resolve"]);
});

test("a waiting ticket of the own queue can be accepted, transferred or resolved", () => {
  const waiting = sampleTicket({ status: "pending", userId: null });
  expect(headActions(waiting, ana).at(-1)).toBe("accept");
  expect(headActions({ ...waiting, queueId: 5 }, ana)).toEqual([]);
  expect(headActions({ ...waiting, queueId: null, queue: null }, admin).at(-1)).toBe("accept");
});

test("a ticket offered to a colleague is his to accept; a supervisor hands it on or resolves it", () => {
  const offered = sampleTicket({ status: "pending", userId: null, userDistributed: 8 });
  const boss: Onlooker = { ...ana, seesEverybody: true };
  expect(headActions(offered, boss)).toEqual(["transfer", "resolve"]);
  expect(headActions({ ...offered, userDistributed: 7 }, boss).at(-1)).toBe("accept");
  expect(headActions(offered, admin).at(-1)).toBe("accept");
});

test("a resolved ticket is reopened by its last owner, its queue or an admin", () => {
  const closed = sampleTicket({ status: "closed", userId: 8 });
  expect(headActions(closed, ana)).toEqual(["reopen"]);
  expect(headActions({ ...closed, queueId: 5 }, ana)).toEqual([]);
  expect(headActions({ ...closed, queueId: 5, userId: 7 }, ana)).toEqual(["reopen"]);
});
