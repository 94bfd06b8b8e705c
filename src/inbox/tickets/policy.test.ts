import { describe, expect, test } from "bun:test";
import {
  canSee,
  mayAccept,
  mayBeNotified,
  mayClose,
  mayRead,
  mayReopen,
  mayReturn,
  maySend,
  mayTransfer,
  type Person,
  type TicketScope,
} from "./policy.ts";

const SALES = 1;
const SUPPORT = 2;
const person = (id: number, profile: Person["profile"], queueIds: number[] = [SALES]): Person => ({
  id,
  profile,
  queueIds,
});
const ana = person(1, "user");
const bia = person(2, "user");
const stranger = person(3, "user", [SUPPORT]);
const supervisor = person(4, "supervisor");
const elsewhere = person(5, "supervisor", [SUPPORT]);
const admin = person(6, "admin", []);
const nao = person(7, "NAO");
const everybody = { ana, bia, stranger, supervisor, elsewhere, admin, nao };
const ticket = (fields: Partial<TicketScope>): TicketScope => ({
  status: "pending",
  queueId: SALES,
  userId: null,
  userDistributed: null,
  ...fields,
});
const waiting = ticket({});
const unqueued = ticket({ queueId: null });
const anasCandidate = ticket({ userDistributed: ana.id });
const anas = ticket({ status: "open", userId: ana.id });
const anasUnqueued = ticket({ status: "open", userId: ana.id, queueId: null });
const closed = ticket({ status: "closed", userId: ana.id });
const closedUnqueued = ticket({ status: "closed", userId: ana.id, queueId: null });

const who = (allowed: (one: Person) => boolean): string =>
  Object.entries(everybody)
    .filter(([, one]) => allowed(one))
    .map(([name]) => name)
    .join(" ");

describe("who sees a ticket, and hears of it", () => {
  const table: readonly [string, TicketScope, string][] = [
    ["waiting in a queue: its people and admins", waiting, "ana bia supervisor admin nao"],
    ["without queue: admins", unqueued, "admin"],
    ["distributed: the candidate, supervisors of the queue, admins", anasCandidate, "ana supervisor admin"],
    ["open: its people and admins, whoever owns it", anas, "ana bia supervisor admin nao"],
    ["open without queue: the owner and admins", anasUnqueued, "ana admin"],
    ["closed: people of the queue and admins", closed, "ana bia supervisor admin nao"],
    ["closed without queue: admins", closedUnqueued, "admin"],
  ];
  for (const [name, scope, allowed] of table)
    test(name, () => expect(who((one) => canSee(one, scope))).toBe(allowed));

  test("somebody who has left the queue sees no closed ticket of it any more, not even once his own", () => {
    expect(canSee({ ...ana, queueIds: [SUPPORT] }, closed)).toBe(false);
  });

  test("an attendant with allTicket is notifiedOf of one without queue, without seeing it", () => {
    expect(mayBeNotified({ ...stranger, allTicket: true }, unqueued)).toBe(true);
    expect(mayBeNotified({ ...stranger, allTicket: false }, unqueued)).toBe(false);
    expect(mayBeNotified({ ...stranger, allTicket: true }, waiting)).toBe(false);
    expect(mayBeNotified({ ...stranger, allTicket: true }, anasUnqueued)).toBe(false);
  });
});

describe("who may do what", () => {
  const table: readonly [string, string, (one: Person) => boolean][] = [
    ["read an open ticket", "ana supervisor admin", (one) => mayRead(one, anas, false)],
    ["read a waiting one", "supervisor admin", (one) => mayRead(one, waiting, false)],
    ["read a closed one", "ana bia supervisor admin nao", (one) => mayRead(one, closed, false)],
    ["read another's where spying is on", "ana bia supervisor admin nao", (one) => mayRead(one, anas, true)],
    [
      "read what one does not see, even then",
      "ana supervisor admin",
      (one) => mayRead(one, anasCandidate, true),
    ],
    ["write in an open one", "ana admin", (one) => maySend(one, anas)],
    ["write in a waiting one", "admin", (one) => maySend(one, waiting)],
    ["accept", "ana bia supervisor admin nao", (one) => mayAccept(one, waiting)],
    ["accept one without queue", "admin", (one) => mayAccept(one, unqueued)],
    ["return", "ana supervisor admin", (one) => mayReturn(one, anas)],
    ["close an open one", "ana supervisor admin", (one) => mayClose(one, anas)],
    ["close a waiting one", "ana bia supervisor admin nao", (one) => mayClose(one, waiting)],
    ["close another's candidate", "ana supervisor admin", (one) => mayClose(one, anasCandidate)],
    ["transfer an open one", "ana supervisor admin", (one) => mayTransfer(one, anas)],
    ["transfer a waiting one", "ana bia supervisor admin nao", (one) => mayTransfer(one, waiting)],
    ["reopen", "ana bia supervisor admin nao", (one) => mayReopen(one, closed)],
  ];
  for (const [name, allowed, rule] of table) test(name, () => expect(who(rule)).toBe(allowed));
});
