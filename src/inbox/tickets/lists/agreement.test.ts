import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { canSee, isParticipant, type TicketScope as Rights, seesByRight } from "#inbox/tickets/policy.ts";
import { snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { ticketCounts } from "./counts.ts";
import { kanbanTickets, ticketPage } from "./page.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const list = (by: UserCtx, fields: Partial<TicketListQuery> = {}) =>
  ticketPage(by, { searchParam: "", pageNumber: 1, ...fields });

describe("ticket lists and counts", () => {
  const people = () => {
    const both = [desk.sales, desk.support];
    return [
      desk.attendant(),
      desk.attendant({ queueIds: [desk.support] }),
      desk.attendant({ queueIds: both }),
      desk.attendant({ queueIds: [] }),
      desk.attendant({ profile: "supervisor" }),
      desk.attendant({ profile: "NAO" }),
      desk.admin(),
    ];
  };
  const INSERT = `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, user_distributed, protocol,
    unread_messages, snooze_mode, snoozed_until, asleep_since, created_at, updated_at, closed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)`;
  const anyTicket = fc.record({
    status: fc.constantFrom("pending", "open", "closed"),
    queue: fc.constantFrom("sales", "support", null),
    holder: fc.option(fc.nat(6), { nil: null }),
    unread: fc.nat(1),
    asleep: fc.boolean(),
    updatedAt: fc.nat(3),
    participant: fc.option(fc.nat(6), { nil: null }),
  });
  type Stored = Rights & { id: number; updatedAt: number; unread: number; asleep: number };

  test("a ticket list contains exactly the tickets that the caller may see, and every count equals the length of its list", () => {
    const users = people();
    const connections = Array.from({ length: 3 }, () => testConnection(desk.tenant));
    let serial = 0;
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 25 }), (wanted) => {
        run(desk.tenant.db, "DELETE FROM ticket");
        for (const { status, queue, holder, unread, asleep, updatedAt, participant } of wanted) {
          serial += 1;
          const user = holder === null ? null : (users[holder]?.actor.id ?? null);
          const { id } = run(
            desk.tenant.db,
            INSERT,
            `u${serial}`,
            status,
            desk.contact(),
            connections[serial % 3] ?? 0,
            queue === null ? null : queue === "sales" ? desk.sales : desk.support,
            status === "pending" ? null : user,
            status === "pending" ? user : null,
            `p${serial}`,
            unread,
            ...(status === "open" && asleep ? ["time", serial, 1] : [null, null, null]),
            updatedAt,
          );
          const takesPart = participant === null ? undefined : users[participant]?.actor.id;
          if (takesPart !== undefined)
            run(
              desk.tenant.db,
              "INSERT INTO ticket_participant VALUES (?, ?, 'self', NULL, 'all', 1)",
              id,
              takesPart,
            );
        }
        const tickets = all<Stored>(
          desk.tenant.db,
          `SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed,
            updated_at AS updatedAt, unread_messages AS unread, participants,
            asleep_since IS NOT NULL AS asleep FROM ticket ORDER BY updated_at DESC, id DESC`,
        );
        const shown = (rule: (ticket: Stored) => boolean) => tickets.filter(rule).map(({ id }) => id);
        for (const user of users) {
          const person = user.actor;
          const sees = (ticket: Stored) => seesByRight(person, ticket);
          const everybody = person.profile === "admin" || person.profile === "supervisor";
          const owned = (ticket: Stored) => ticket.status === "open" && ticket.userId === person.id;
          const mine = (ticket: Stored) => owned(ticket) && ticket.asleep === 0;
          const rules: [Partial<TicketListQuery>, (ticket: Stored) => boolean][] = [
            [{ status: "open" }, mine],
            [
              { status: "open", showAll: "true" },
              (one) => one.status === "open" && one.asleep === 0 && (everybody ? sees(one) : mine(one)),
            ],
            [{ asleep: "true" }, (one) => one.asleep === 1 && owned(one)],
            [
              { asleep: "true", showAll: "true" },
              (one) => one.asleep === 1 && (everybody ? sees(one) : owned(one)),
            ],
            [
              { asleep: "true", withUnreadMessages: "true" },
              (one) => one.asleep === 1 && one.unread > 0 && owned(one),
            ],
            [{ status: "pending" }, (one) => one.status === "pending" && sees(one)],
            [{ status: "closed" }, (one) => one.status === "closed" && sees(one)],
            [{}, (one) => mine(one) || (one.status === "pending" && sees(one))],
            [
              { withUnreadMessages: "true" },
              (one) => one.unread > 0 && (mine(one) || (one.status === "pending" && sees(one))),
            ],
            [{ searchParam: "Contact" }, (one) => canSee(person, one)],
            [{ participating: "true" }, (one) => isParticipant(person, one)],
            [
              { participating: "true", queueIds: [desk.sales] },
              (one) => one.queueId === desk.sales && isParticipant(person, one),
            ],
            [
              { status: "closed", queueIds: [desk.sales] },
              (one) => one.status === "closed" && one.queueId === desk.sales && sees(one),
            ],
          ];
          for (const [fields, rule] of rules) {
            const page = list(user, fields);
            expect(page.tickets.map(({ id }) => id)).toEqual(shown(rule));
            expect(page.count).toBe(shown(rule).length);
          }
          for (const withAsleep of [false, true])
            expect(kanbanTickets(user, undefined, withAsleep).tickets.map(({ id }) => id)).toEqual(
              shown((one) => one.status !== "closed" && (withAsleep || one.asleep === 0) && sees(one)),
            );
          for (const showAll of [false, true]) {
            const counts = ticketCounts(user, showAll);
            const all = showAll ? { showAll: "true" } : {};
            expect(counts.open).toBe(list(user, { status: "open", ...all }).count);
            expect(counts.snoozed).toBe(list(user, { asleep: "true", ...all }).count);
            expect(counts.pending).toBe(list(user, { status: "pending" }).count);
            expect(counts.closed).toBe(list(user, { status: "closed" }).count);
            const sums = Object.values(counts.byQueue);
            expect(sums.reduce((sum, { open }) => sum + open, 0)).toBe(counts.open);
            expect(sums.reduce((sum, { pending }) => sum + pending, 0)).toBe(counts.pending);
          }
          expect(ticketCounts(user, false).unread).toBe(list(user, { withUnreadMessages: "true" }).count);
        }
      }),
      { numRuns: 15 },
    );
  });
});

test("the stored ticket counts equal a fresh count after every change", () => {
  const ana = desk.attendant({ queueIds: [desk.sales, desk.support] });
  const inAnHour = () => new Date(desk.app.clock.now() + 3_600_000).toISOString();
  const kept = () =>
    all(
      desk.tenant.db,
      "SELECT status, queue_id, holder_id, tickets, unread, asleep FROM ticket_count WHERE tickets <> 0 ORDER BY 1, 2, 3",
    );
  const counted = () =>
    all(
      desk.tenant.db,
      `SELECT status, coalesce(queue_id, 0) AS queue_id, coalesce(user_id, user_distributed, 0) AS holder_id,
        count(*) AS tickets,
        sum(unread_messages > 0 AND asleep_since IS NULL) AS unread, sum(asleep_since IS NOT NULL) AS asleep FROM ticket GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
  const steps = [
    () => void desk.waiting(desk.sales),
    () => void desk.attended(ana, desk.sales),
    () => desk.distribute(1, ana.actor.id),
    () => void snoozeTicket(ana, 2, { mode: "reply" }),
    () => void desk.put(ana, 2, { userId: ana.actor.id, queueId: desk.support }),
    () => void desk.put(ana, 2, { queueId: desk.sales, userId: ana.actor.id }),
    () => void snoozeTicket(ana, 2, { mode: "either", until: inAnHour() }),
    () => void desk.writes(desk.ticket(2).contactId),
    () => void desk.put(ana, 2, { status: "closed" }),
    () => run(desk.tenant.db, "DELETE FROM ticket WHERE id = 1"),
    // Foreign keys set the queue of closed tickets to null.
    () => run(desk.tenant.db, "DELETE FROM queue WHERE id = ?", desk.sales),
  ];
  for (const step of steps) {
    step();
    expect(kept()).toEqual(counted());
  }
  expect(
    one<{ queue_id: number | null }>(desk.tenant.db, "SELECT queue_id FROM ticket")?.queue_id,
  ).toBeNull();
});
