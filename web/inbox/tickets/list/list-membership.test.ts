import { expect, test } from "bun:test";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { DEFAULT_FILTER } from "./list-filter.ts";
import { belongs, mayDeleteNote, mayRead, maySee, type Onlooker } from "./list-membership.ts";

const ana: Onlooker = { userId: 7, isAdmin: false, seesEverybody: false, queueIds: [1, 2] };
const admin: Onlooker = { userId: 1, isAdmin: true, seesEverybody: true, queueIds: [] };
const supervisor: Onlooker = { userId: 3, isAdmin: false, seesEverybody: true, queueIds: [1] };

test("an attendant sees the tickets of own queues, never one without queue or offered to a colleague", () => {
  expect(maySee(sampleTicket({ queueId: 1, userId: 99 }), ana)).toBe(true);
  expect(maySee(sampleTicket({ queueId: 5, userId: 99 }), ana)).toBe(false);
  expect(maySee(sampleTicket({ queueId: 5, userId: 7 }), ana)).toBe(true);
  const waiting = sampleTicket({ status: "pending", userId: null });
  expect(maySee({ ...waiting, queueId: null, queue: null }, ana)).toBe(false);
  expect(maySee({ ...waiting, userDistributed: 8 }, ana)).toBe(false);
  expect(maySee({ ...waiting, userDistributed: 7 }, ana)).toBe(true);
  expect(maySee(sampleTicket({ userDistributed: 8 }), supervisor)).toBe(true);
  expect(maySee(sampleTicket({ queueId: null, queue: null, userDistributed: 8 }), admin)).toBe(true);
});

test("a note is deleted by whoever wrote it, and by admins", () => {
  const note = { user: { id: 7, name: "Ana" } };
  expect(mayDeleteNote(note, ana)).toBe(true);
  expect(mayDeleteNote(note, supervisor)).toBe(false);
  expect(mayDeleteNote(note, admin)).toBe(true);
  expect(mayDeleteNote({ user: null }, ana)).toBe(false);
});

test("a colleague's conversation and a waiting one are read with the spy setting only", () => {
  const mine = sampleTicket({ userId: 7 });
  const others = sampleTicket({ userId: 8 });
  const waiting = sampleTicket({ status: "pending", userId: null });
  const closed = sampleTicket({ status: "closed", userId: 8 });
  const reads = (spies: boolean) => [mine, others, waiting, closed].map((of) => mayRead(of, ana, spies));
  expect(reads(false)).toEqual([true, false, false, true]);
  expect(reads(true)).toEqual([true, true, true, true]);
  expect(mayRead(others, supervisor, false)).toBe(true);
  expect(mayRead({ ...others, queueId: 5 }, supervisor, false)).toBe(false);
  expect(mayRead(waiting, admin, false)).toBe(true);
});

test("accepting moves a ticket from one list to the other", () => {
  const waiting = sampleTicket({ status: "pending", userId: null });
  const accepted = { ...waiting, status: "open" as const, userId: 7 };
  expect(belongs(waiting, { ...DEFAULT_FILTER, view: "waiting" }, ana)).toBe("in");
  expect(belongs(accepted, { ...DEFAULT_FILTER, view: "waiting" }, ana)).toBe("out");
  expect(belongs(accepted, DEFAULT_FILTER, ana)).toBe("in");
  expect(belongs({ ...accepted, userId: 8 }, DEFAULT_FILTER, ana)).toBe("out");
});

test("everybody's tickets are for those who may", () => {
  const others = sampleTicket({ userId: 8 });
  expect(belongs(others, { ...DEFAULT_FILTER, everybody: true }, ana)).toBe("out");
  expect(belongs(others, { ...DEFAULT_FILTER, everybody: true }, supervisor)).toBe("in");
});

test("a ticket that leaves the chosen queues leaves the list", () => {
  const filter = { ...DEFAULT_FILTER, queues: [1] };
  expect(belongs(sampleTicket({ queueId: 1 }), filter, ana)).toBe("in");
  expect(belongs(sampleTicket({ queueId: 2 }), filter, ana)).toBe("out");
  const unqueued = sampleTicket({ queueId: null, queue: null, userId: 1 });
  expect(belongs(unqueued, { ...DEFAULT_FILTER, queues: [0] }, admin)).toBe("in");
});

test("only the server knows whether a text fits, but a lost tag is seen here", () => {
  const filter = { ...DEFAULT_FILTER, view: "search" as const, search: "bolo", tags: [3] };
  const tag = { id: 3, name: "VIP", color: "#e03131", kanban: 0 };
  expect(belongs(sampleTicket({ tags: [tag] }), filter, ana)).toBe("stay");
  expect(belongs(sampleTicket({ tags: [] }), filter, ana)).toBe("out");
});
