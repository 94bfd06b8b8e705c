import { expect, test } from "bun:test";
import fc from "fast-check";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { openTicket } from "#inbox/tickets/creation/open.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { transferTicket } from "./transfer.ts";

/** A full check needs 10,000 runs (`R19_RUNS=10000`); a normal test run does only a few. */
const RUNS = Number(process.env["R19_RUNS"] ?? 60);

/** The next action of an attendant on the contact's newest ticket, as the attendant last read it. */
const VERBS = [
  "accept",
  "return",
  "transfer queue",
  "transfer user",
  "close",
  "reopen",
  "open",
  "customer writes",
  "look",
] as const;
const step = fc.record({ by: fc.nat(4), verb: fc.constantFrom(...VERBS), other: fc.nat(4), wait: fc.nat(3) });
type Step = { by: number; verb: (typeof VERBS)[number]; other: number; wait: number };

function act(
  desk: Desk,
  contactId: number,
  people: readonly UserCtx[],
  seen: Map<number, Ticket>,
  step: Step,
): void {
  const [by, other] = [people[step.by], people[step.other]];
  if (!by || !other) return;
  if (step.verb === "customer writes") desk.writes(contactId);
  if (step.verb === "open") openTicket(by, { contactId, queueId: desk.sales });
  // The ticket as this attendant last read it may be outdated: this is the race under test.
  const ticket = seen.get(step.by);
  if (!ticket) return;
  const bodies: Partial<Record<Step["verb"], UpdateTicketBody>> = {
    accept: { status: "open", userId: by.actor.id },
    return: { status: "pending", userId: null },
    "transfer queue": { queueId: ticket.queueId === desk.sales ? desk.support : desk.sales, userId: null },
    close: { status: "closed" },
    reopen: { status: "open" },
  };
  const body = bodies[step.verb];
  if (body) desk.put(by, ticket.id, body);
  const wish = { userId: other.actor.id, queueId: desk.sales };
  // A transfer is conditional on the ticket as the attendant last read it.
  if (step.verb === "transfer user")
    desk.tenant.write((unit) => transferTicket(unit, by.actor, ticket, wish));
}

/** Checks the invariants that must hold after every step, independent of which attendant was first. */
function check(desk: Desk, contactId: number): void {
  const tickets = all<{ id: number }>(
    desk.tenant.db,
    "SELECT id FROM ticket WHERE contact_id = ?",
    contactId,
  ).map(({ id }) => desk.ticket(id));
  expect(tickets.filter(({ status }) => status !== "closed").length).toBeLessThanOrEqual(1);
  for (const { id, status, userId, userDistributed, closedAt } of tickets) {
    if (status === "open")
      expect([userId, userDistributed, closedAt]).toEqual([expect.any(Number), null, null]);
    if (status === "pending") expect([userId, closedAt]).toEqual([null, null]);
    if (status === "closed") expect(closedAt).not.toBeNull();
    const running = all<{ user_id: number | null; started_at: number | null }>(
      desk.tenant.db,
      "SELECT user_id, started_at FROM ticket_period WHERE ticket_id = ? AND finished_at IS NULL",
      id,
    );
    expect(running).toHaveLength(status === "closed" ? 0 : 1);
    if (status !== "closed") expect(running[0]?.user_id).toBe(userId);
    expect(typeof running[0]?.started_at === "number").toBe(status === "open");
    // Replaying the ticket events must result in the ticket's current state.
    const trail: Record<string, unknown> = { userId: null };
    const steps = "SELECT to_state FROM ticket_event WHERE ticket_id = ? ORDER BY id";
    for (const { to_state } of all<{ to_state: string }>(desk.tenant.db, steps, id))
      Object.assign(trail, JSON.parse(to_state));
    expect([trail["status"], trail["userId"]]).toEqual([status, userId]);
  }
}

test(
  "with five attendants and any order of actions a contact has at most one running ticket, with one owner",
  () => {
    const desk = openDesk();
    const people = [
      desk.attendant(),
      desk.attendant(),
      desk.attendant({ queueIds: [desk.sales, desk.support] }),
      desk.attendant({ profile: "supervisor" }),
      desk.admin(),
    ];
    const refused = new Map<string, number>();
    try {
      fc.assert(
        fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
          const contactId = desk.contact();
          const seen = new Map<number, Ticket>();
          desk.waiting(desk.sales, { contactId });
          for (const next of steps) {
            try {
              act(desk, contactId, people, seen, next);
            } catch (error) {
              const { code } = error as { code?: string };
              // Rejected actions are expected; any other error is not.
              if (!code?.startsWith("ERR_")) throw error;
              refused.set(code, (refused.get(code) ?? 0) + 1);
            }
            const newest = all<{ id: number }>(
              desk.tenant.db,
              "SELECT max(id) AS id FROM ticket WHERE contact_id = ?",
              contactId,
            )[0];
            // Some attendants read the ticket now, others a few steps later.
            if (next.wait < 2 || next.verb === "look") seen.set(next.by, desk.ticket(newest?.id ?? 0));
            check(desk, contactId);
            desk.app.clock.advance(next.wait);
          }
        }),
        { numRuns: RUNS, includeErrorInReport: true },
      );
      // The test is meaningful only if the races really happen.
      for (const code of ["ERR_TICKET_ALREADY_ACCEPTED", "ERR_OTHER_OPEN_TICKET", "ERR_TICKET_CHANGED"])
        expect([code, refused.get(code) ?? 0]).not.toEqual([code, 0]);
    } finally {
      desk.close();
    }
  },
  20_000 + RUNS * 20,
);
