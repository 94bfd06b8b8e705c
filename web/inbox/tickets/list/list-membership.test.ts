import { describe, expect, test } from "bun:test";
import type { Person } from "#inbox/tickets/policy.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { DEFAULT_FILTER, type ListFilter } from "./list-filter.ts";
import { listMembership } from "./list-membership.ts";

const ana: Person = { id: 7, profile: "user", queueIds: [1, 2] };
const admin: Person = { id: 1, profile: "admin", queueIds: [] };
const supervisor: Person = { id: 3, profile: "supervisor", queueIds: [1] };

describe("membership of a changed ticket in a list", () => {
  test("an accepted ticket moves from the waiting list to the list of its attendant", () => {
    const waiting = sampleTicket({ status: "pending", userId: null });
    const accepted = { ...waiting, status: "open" as const, userId: 7 };
    expect(listMembership(waiting, { ...DEFAULT_FILTER, view: "waiting" }, ana)).toBe("in");
    expect(listMembership(accepted, { ...DEFAULT_FILTER, view: "waiting" }, ana)).toBe("out");
    expect(listMembership(accepted, DEFAULT_FILTER, ana)).toBe("in");
    expect(listMembership({ ...accepted, userId: 8 }, DEFAULT_FILTER, ana)).toBe("out");
  });

  test("a ticket that is asleep moves to the list of snoozed ones, and back when the customer writes", () => {
    const snooze = { mode: "time" as const, until: "2026-06-05T12:00:00.000Z", asleep: true };
    const asleep = sampleTicket({ userId: 7, snooze });
    const shown = sampleTicket({ userId: 7, snooze: { ...snooze, asleep: false } });
    const snoozed = { ...DEFAULT_FILTER, view: "snoozed" as const };
    expect([listMembership(asleep, DEFAULT_FILTER, ana), listMembership(asleep, snoozed, ana)]).toEqual([
      "out",
      "in",
    ]);
    expect([listMembership(shown, DEFAULT_FILTER, ana), listMembership(shown, snoozed, ana)]).toEqual([
      "in",
      "out",
    ]);
  });

  test("a ticket the user may not see is in no list", () => {
    const offered = sampleTicket({ status: "pending", userId: null, userDistributed: 8 });
    expect(listMembership(offered, { ...DEFAULT_FILTER, view: "waiting" }, ana)).toBe("out");
    expect(listMembership(offered, { ...DEFAULT_FILTER, view: "waiting" }, supervisor)).toBe("in");
  });

  test("tickets of other attendants are listed for supervisors, not for attendants", () => {
    const others = sampleTicket({ userId: 8 });
    expect(listMembership(others, { ...DEFAULT_FILTER, everybody: true }, ana)).toBe("out");
    expect(listMembership(others, { ...DEFAULT_FILTER, everybody: true }, supervisor)).toBe("in");
  });

  test("a ticket that leaves the chosen queues leaves the list", () => {
    const filter = { ...DEFAULT_FILTER, queues: [1] };
    expect(listMembership(sampleTicket({ queueId: 1 }), filter, ana)).toBe("in");
    expect(listMembership(sampleTicket({ queueId: 2 }), filter, ana)).toBe("out");
    // The server intersects the filter with the user's queues (docs/rules/tickets.md#lists).
    const foreign = sampleTicket({ queueId: 9, userId: 7 });
    expect(listMembership(foreign, DEFAULT_FILTER, ana)).toBe("in");
    expect(listMembership(foreign, { ...DEFAULT_FILTER, queues: [9] }, ana)).toBe("out");
    const unqueued = sampleTicket({ queueId: null, queue: null, userId: 1 });
    expect(listMembership(unqueued, { ...DEFAULT_FILTER, queues: [0] }, admin)).toBe("in");
  });

  test("a ticket that no longer matches a filter leaves the list, and enters it when it does", () => {
    const where = (ticket: Parameters<typeof sampleTicket>[0], filter: Partial<ListFilter>) =>
      listMembership(sampleTicket({ userId: 7, ...ticket }), { ...DEFAULT_FILTER, ...filter }, supervisor);
    const tag = { id: 3, name: "VIP", color: "#e03131", kanban: 0 };
    const mine = { users: [7] };
    expect(where({}, mine)).toBe("in");
    expect(where({ userId: 8 }, mine)).toBe("out");
    expect(where({ priority: 4 }, { ...mine, priorities: [4] })).toBe("in");
    expect(where({}, { ...mine, priorities: [2] })).toBe("in");
    expect(where({ priority: 1 }, { ...mine, priorities: [4] })).toBe("out");
    expect(where({ tags: [tag] }, { ...mine, tags: [3] })).toBe("in");
    expect(where({ tags: [tag] }, { ...mine, tags: [3, 4] })).toBe("out");
    expect(where({ whatsappId: 1 }, { ...mine, connections: [2] })).toBe("out");
    expect(where({ unreadMessages: 0 }, { ...mine, unread: true })).toBe("out");
    expect(where({ unreadMessages: 0, markedUnread: true }, { ...mine, unread: true })).toBe("in");
    const offered = { status: "pending", userId: null, userDistributed: 7 } as const;
    expect(where(offered, { ...mine, view: "waiting" })).toBe("in");
    expect(where({ ...offered, userDistributed: null }, { ...mine, view: "waiting" })).toBe("out");
  });

  test("a changed ticket stays in the results of a text search, which only the server can match again, unless it lost the tag of the filter", () => {
    const filter = { ...DEFAULT_FILTER, view: "search" as const, search: "bolo", tags: [3] };
    const tag = { id: 3, name: "VIP", color: "#e03131", kanban: 0 };
    expect(listMembership(sampleTicket({ tags: [tag] }), filter, ana)).toBe("stay");
    expect(listMembership(sampleTicket({ tags: [] }), filter, ana)).toBe("out");
  });
});
