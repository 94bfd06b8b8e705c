import { describe, expect, test } from "bun:test";
import type { Person } from "#inbox/tickets/policy.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { headerActions } from "./header-actions.ts";

const ana: Person = { id: 7, profile: "user", queueIds: [1] };
const supervisor: Person = { id: 9, profile: "supervisor", queueIds: [1] };
const admin: Person = { id: 1, profile: "admin", queueIds: [] };

describe("buttons of a ticket", () => {
  test("an open ticket offers return, transfer and resolve to its owner and to admins, nothing to a colleague", () => {
    expect(headerActions(ana, sampleTicket({ userId: 7 }))).toEqual(["return", "transfer", "resolve"]);
    expect(headerActions(ana, sampleTicket({ userId: 8 }))).toEqual([]);
    expect(headerActions(admin, sampleTicket({ userId: 8 }))).toEqual(["return", "transfer", "resolve"]);
  });

  test("a waiting ticket offers accept as its last button to people of its queue", () => {
    const waiting = sampleTicket({ status: "pending", userId: null });
    expect(headerActions(ana, waiting)).toEqual(["transfer", "resolve", "accept"]);
    expect(headerActions(ana, { ...waiting, queueId: 5 })).toEqual([]);
    expect(headerActions(admin, { ...waiting, queueId: null, queue: null }).at(-1)).toBe("accept");
  });

  test("a ticket offered to another attendant offers a supervisor transfer and resolve, but not accept", () => {
    const offered = sampleTicket({ status: "pending", userId: null, userDistributed: 8 });
    expect(headerActions(supervisor, offered)).toEqual(["transfer", "resolve"]);
    expect(headerActions(supervisor, { ...offered, userDistributed: 9 }).at(-1)).toBe("accept");
    expect(headerActions(admin, offered).at(-1)).toBe("accept");
  });

  test("a resolved ticket offers reopen to its last owner and to people of its queue", () => {
    const closed = sampleTicket({ status: "closed", userId: 8 });
    expect(headerActions(ana, closed)).toEqual(["reopen"]);
    expect(headerActions(ana, { ...closed, queueId: 5 })).toEqual([]);
    expect(headerActions(ana, { ...closed, queueId: 5, userId: 7 })).toEqual(["reopen"]);
  });
});
