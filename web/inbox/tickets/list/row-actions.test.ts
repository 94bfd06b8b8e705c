import { expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { rowActions } from "./row-actions.tsx";

const ana: Person = { id: 7, profile: "user", queueIds: [1] };
const waiting = sampleTicket({ status: "pending", userId: null });
const open = sampleTicket({ userId: 7 });
const closed = sampleTicket({ status: "closed", userId: 7 });
const offered = (ticket: TicketAnswer, withoutFinish = false, user = ana) =>
  rowActions(user, ticket, withoutFinish);

test("a row offers finish on every ticket that is not closed, beside accept on waiting ones", () => {
  expect(offered(waiting)).toEqual(["finish", "accept"]);
  expect(offered(open)).toEqual(["finish"]);
  expect(offered(closed)).toEqual(["reopen"]);
});

test("a row offers no action that the user may not take", () => {
  const stranger: Person = { id: 8, profile: "user", queueIds: [] };
  for (const ticket of [waiting, open, closed]) expect(offered(ticket, false, stranger)).toEqual([]);
  const supervisor: Person = { id: 9, profile: "supervisor", queueIds: [1] };
  expect(offered({ ...waiting, userDistributed: 7 }, false, supervisor)).toEqual(["finish"]);
});

test("a row on a phone has no finish button where a close cannot be undone", () => {
  expect(offered(open, true)).toEqual([]);
  expect(offered(waiting, true)).toEqual(["accept"]);
});
