import { describe, expect, test } from "bun:test";
import {
  canAcceptNow,
  canSee,
  mayAccept,
  mayBeNotified,
  mayClose,
  mayDeleteNote,
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
const offeredToAna = ticket({ userDistributed: ana.id });
const anas = ticket({ status: "open", userId: ana.id });
const anasUnqueued = ticket({ status: "open", userId: ana.id, queueId: null });
const closed = ticket({ status: "closed", userId: ana.id });
const closedUnqueued = ticket({ status: "closed", userId: ana.id, queueId: null });

const allowedOf = (allowed: (one: Person) => boolean): string =>
  Object.entries(everybody)
    .filter(([, one]) => allowed(one))
    .map(([name]) => name)
    .join(" ");

describe("visibility of a ticket", () => {
  const table: readonly [string, TicketScope, string][] = [
    [
      "a ticket waiting in a queue is seen by people of the queue and admins",
      waiting,
      "ana bia supervisor admin nao",
    ],
    ["a ticket without queue is seen by admins only", unqueued, "admin"],
    [
      "an offered ticket is seen by the candidate, supervisors and admins",
      offeredToAna,
      "ana supervisor admin",
    ],
    ["an open ticket is seen by everyone in its queue and admins", anas, "ana bia supervisor admin nao"],
    ["an open ticket without queue is seen by its owner and admins", anasUnqueued, "ana admin"],
    ["a closed ticket is seen by people of its queue and admins", closed, "ana bia supervisor admin nao"],
    ["a closed ticket without queue is seen by admins only", closedUnqueued, "admin"],
  ];
  for (const [name, scope, allowed] of table)
    test(name, () => expect(allowedOf((one) => canSee(one, scope))).toBe(allowed));

  test("a former owner outside the queue does not see the closed ticket", () => {
    expect(canSee({ ...ana, queueIds: [SUPPORT] }, closed)).toBe(false);
  });

  test("an attendant with allTicket is notified of a waiting ticket without queue, but does not see it", () => {
    expect(mayBeNotified({ ...stranger, allTicket: true }, unqueued)).toBe(true);
    expect(mayBeNotified({ ...stranger, allTicket: false }, unqueued)).toBe(false);
    expect(mayBeNotified({ ...stranger, allTicket: true }, waiting)).toBe(false);
    expect(mayBeNotified({ ...stranger, allTicket: true }, anasUnqueued)).toBe(false);
  });
});

const NOTHING = { spying: false, previewing: false };
const SPYING = { ...NOTHING, spying: true };
const PREVIEWING = { ...NOTHING, previewing: true };

describe("permission to", () => {
  const table: readonly [string, string, (one: Person) => boolean][] = [
    ["read an open ticket", "ana supervisor admin", (one) => mayRead(one, anas, NOTHING)],
    ["read a waiting ticket", "supervisor admin", (one) => mayRead(one, waiting, NOTHING)],
    ["read a closed ticket", "ana bia supervisor admin nao", (one) => mayRead(one, closed, NOTHING)],
    [
      "read another's ticket with spying on",
      "ana bia supervisor admin nao",
      (one) => mayRead(one, anas, SPYING),
    ],
    [
      "read an offered ticket with spying on",
      "ana supervisor admin",
      (one) => mayRead(one, offeredToAna, SPYING),
    ],
    [
      "read a waiting ticket with the preview on",
      "ana bia supervisor admin nao",
      (one) => mayRead(one, waiting, PREVIEWING),
    ],
    [
      "read an offered ticket with the preview on",
      "ana supervisor admin",
      (one) => mayRead(one, offeredToAna, PREVIEWING),
    ],
    [
      "read another's open ticket with the preview on",
      "ana supervisor admin",
      (one) => mayRead(one, anas, PREVIEWING),
    ],
    ["write in an open ticket", "ana admin", (one) => maySend(one, anas)],
    ["write in a waiting ticket", "admin", (one) => maySend(one, waiting)],
    ["accept a ticket", "ana bia supervisor admin nao", (one) => mayAccept(one, waiting)],
    ["accept a ticket without queue", "admin", (one) => mayAccept(one, unqueued)],
    ["return a ticket", "ana supervisor admin", (one) => mayReturn(one, anas)],
    ["close an open ticket", "ana supervisor admin", (one) => mayClose(one, anas)],
    ["close a waiting ticket", "ana bia supervisor admin nao", (one) => mayClose(one, waiting)],
    ["close an offered ticket", "ana supervisor admin", (one) => mayClose(one, offeredToAna)],
    ["transfer an open ticket", "ana supervisor admin", (one) => mayTransfer(one, anas)],
    ["transfer a waiting ticket", "ana bia supervisor admin nao", (one) => mayTransfer(one, waiting)],
    ["reopen a ticket", "ana bia supervisor admin nao", (one) => mayReopen(one, closed)],
    ["delete a note of Ana", "ana admin", (one) => mayDeleteNote(one, ana.id)],
    ["delete a note of the product", "admin", (one) => mayDeleteNote(one, null)],
  ];
  for (const [name, allowed, rule] of table)
    test(`${name} is granted to: ${allowed}`, () => expect(allowedOf(rule)).toBe(allowed));
});

describe("an accept that succeeds now", () => {
  const table: readonly [string, TicketScope, string][] = [
    [
      "a waiting ticket is accepted by people of its queue and admins",
      waiting,
      "ana bia supervisor admin nao",
    ],
    ["a waiting ticket without queue is accepted by admins only", unqueued, "admin"],
    [
      "an offered ticket is accepted by its candidate and admins, not by supervisors",
      offeredToAna,
      "ana admin",
    ],
    ["an open ticket is accepted by no one", anas, ""],
    ["a closed ticket is accepted by no one", closed, ""],
  ];
  for (const [name, scope, allowed] of table)
    test(name, () => expect(allowedOf((one) => canAcceptNow(one, scope))).toBe(allowed));
});
