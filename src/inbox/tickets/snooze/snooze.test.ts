import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { SnoozeBody } from "#inbox/tickets/contract.ts";
import { TicketWoken } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { addNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { takeOver } from "#inbox/tickets/transitions/take-over.ts";
import { undoClose } from "#inbox/tickets/transitions/undo-close.ts";
import { all, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { endSnooze, snoozeAgain, snoozeTicket } from "./snooze.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let desk: Desk;
let ana: UserCtx;
let ticketId: number;
let woken: string[];
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
  ticketId = desk.attended(ana, desk.sales).id;
  woken = [];
  desk.app.installation.bus.within(TicketWoken, (_unit, { reason }) => void woken.push(reason));
});
afterEach(() => desk.close());

const inMs = (ms: number): string => new Date(desk.app.clock.now() + ms).toISOString();
const snooze = (body: SnoozeBody, by = ana) => snoozeTicket(by, ticketId, body);
const isAsleep = () => desk.ticket(ticketId).asleepSince !== null;
const customerWrites = () => void desk.writes(desk.ticket(ticketId).contactId, "ok");
const trail = () =>
  all<{ kind: string }>(desk.tenant.db, "SELECT kind FROM ticket_event WHERE ticket_id = ?", ticketId).map(
    ({ kind }) => kind,
  );

describe("snoozing a ticket", () => {
  test("the attendant, supervisors of the queue and admins may snooze an open ticket, a colleague may not", () => {
    const until = inMs(HOUR);
    expect(snooze({ mode: "time", until })).toMatchObject({
      status: "open",
      snooze: { mode: "time", until, asleep: true },
    });
    expect(snooze({ mode: "reply" }, desk.attendant({ profile: "supervisor" })).snooze).toMatchObject({
      mode: "reply",
      until: inMs(30 * DAY),
    });
    expect(snooze({ mode: "either", until }, desk.admin()).snooze?.mode).toBe("either");
    const colleague = desk.attendant();
    expect(refusal(() => snooze({ mode: "reply" }, colleague)).code).toBe("ERR_NO_PERMISSION");
    const stranger = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => snooze({ mode: "reply" }, stranger)).code).toBe("ERR_NO_TICKET_FOUND");
    expect(trail().slice(-3)).toEqual(["snoozed", "snoozed", "snoozed"]);
  });

  test("snoozing a waiting or closed ticket is rejected with 409", () => {
    desk.put(ana, ticketId, { status: "closed" });
    expect(refusal(() => snooze({ mode: "reply" }))).toMatchObject({
      status: 409,
      code: "ERR_TICKET_NOT_OPEN",
    });
    const { id } = desk.waiting(desk.sales);
    expect(refusal(() => snoozeTicket(desk.admin(), id, { mode: "reply" })).code).toBe("ERR_TICKET_NOT_OPEN");
  });

  test("a time that is missing, nearer than 5 minutes or farther than 365 days is rejected with the name of the field", () => {
    for (const until of [inMs(5 * MINUTE - 1), inMs(365 * DAY + 1), inMs(-HOUR), null])
      expect(refusal(() => snooze({ mode: "time", until }))).toMatchObject({
        status: 400,
        code: "ERR_VALIDATION",
        details: { fields: { until: expect.any(String) } },
      });
    for (const ms of [5 * MINUTE, 365 * DAY])
      expect(snooze({ mode: "time", until: inMs(ms) }).snooze).not.toBeNull();
  });

  test("a snooze is refused when the customer has written a message that the attendant has not seen", () => {
    const seen = desk.ticket(ticketId).lastCustomerMessageAt;
    desk.app.clock.advance(MINUTE);
    customerWrites();
    const body = { mode: "reply", lastCustomerMessageAt: new Date(seen ?? 0).toISOString() } as const;
    expect(refusal(() => snooze(body))).toMatchObject({ status: 409, code: "ERR_TICKET_CHANGED" });
    expect(isAsleep()).toBe(false);
    expect(snooze({ ...body, lastCustomerMessageAt: inMs(0) }).snooze?.asleep).toBe(true);
  });

  test("an attendant has at most 500 tickets asleep; a ticket that is asleep can still get another time", () => {
    snooze({ mode: "reply" });
    run(desk.tenant.db, "UPDATE ticket_count SET asleep = 500 WHERE status = 'open'");
    expect(snooze({ mode: "time", until: inMs(HOUR) }).snooze?.mode).toBe("time");
    ticketId = desk.attended(ana, desk.sales).id;
    expect(refusal(() => snooze({ mode: "reply" }))).toMatchObject({
      status: 409,
      code: "ERR_LIMIT_REACHED",
      details: { resource: "snoozed", limit: 500 },
    });
  });

  test("a group can be snoozed", () => {
    run(desk.tenant.db, "UPDATE ticket SET is_group = 1 WHERE id = ?", ticketId);
    expect(snooze({ mode: "reply" }).snooze?.asleep).toBe(true);
  });

  test("the time a ticket was asleep is added up in its attendance", () => {
    snooze({ mode: "reply" });
    desk.app.clock.advance(HOUR);
    customerWrites();
    snooze({ mode: "time", until: inMs(DAY) });
    desk.app.clock.advance(2 * HOUR);
    endSnooze(ana, ticketId);
    expect(runningTracking(desk.tenant.db, ticketId)?.snoozedMs).toBe(3 * HOUR);
  });
});

describe("the customer of a snoozed ticket", () => {
  test("a message of the customer wakes the ticket and ends a snooze with the mode reply or either", () => {
    for (const body of [{ mode: "reply" }, { mode: "either", until: inMs(DAY) }] as const) {
      snooze(body);
      desk.app.clock.advance(MINUTE);
      customerWrites();
      expect(desk.ticket(ticketId)).toMatchObject({
        asleepSince: null,
        snoozeMode: null,
        wakeReason: "reply",
      });
      desk.answers(ticketId, { userId: ana.actor.id });
      expect(desk.ticket(ticketId)).toMatchObject({ asleepSince: null, wokenAt: null });
    }
    expect(woken).toEqual(["reply", "reply"]);
  });

  test("a customer's message before the time wakes the ticket, and the attendant's answer puts it back to sleep", () => {
    const until = inMs(2 * DAY);
    snooze({ mode: "time", until });
    customerWrites();
    expect(desk.ticket(ticketId)).toMatchObject({ asleepSince: null, snoozedUntil: Date.parse(until) });
    desk.answers(ticketId, { userId: desk.admin().actor.id });
    expect(isAsleep()).toBe(false);
    desk.answers(ticketId, { userId: ana.actor.id });
    expect(isAsleep()).toBe(true);
    expect(woken).toEqual([]);
  });

  test("an answer from the paired phone puts the ticket back to sleep as well", () => {
    snooze({ mode: "time", until: inMs(DAY) });
    customerWrites();
    desk.answers(ticketId);
    expect(isAsleep()).toBe(true);
  });

  test("the attendant may put a ticket that the customer woke back to sleep without answering, but not after its time", () => {
    snooze({ mode: "time", until: inMs(HOUR) });
    customerWrites();
    expect(snoozeAgain(ana, ticketId).snooze?.asleep).toBe(true);
    customerWrites();
    desk.app.clock.advance(HOUR);
    expect(refusal(() => snoozeAgain(ana, ticketId)).code).toBe("ERR_TICKET_CHANGED");
  });

  test("our own messages, a note and a bot's text leave the ticket asleep", () => {
    snooze({ mode: "either", until: inMs(DAY) });
    desk.answers(ticketId, { userId: ana.actor.id });
    desk.answers(ticketId, { human: false });
    addNote(ana, { ticketId, note: "ligar na sexta" });
    expect(isAsleep()).toBe(true);
  });
});

describe("the end of a snooze", () => {
  const ends: Record<string, () => void> = {
    "a return": () => void desk.put(ana, ticketId, { status: "pending" }),
    "a transfer to another queue": () =>
      void desk.put(ana, ticketId, { queueId: desk.support, userId: null }),
    "a take-over": () =>
      void takeOver(desk.attendant({ profile: "supervisor" }), ticketId, { fromUserId: ana.actor.id }),
    "a close": () => void desk.put(ana, ticketId, { status: "closed" }),
  };
  for (const [name, end] of Object.entries(ends))
    test(`${name} ends the snooze`, () => {
      snooze({ mode: "time", until: inMs(DAY) });
      desk.app.clock.advance(MINUTE);
      end();
      expect(desk.ticket(ticketId)).toMatchObject({
        snoozeMode: null,
        snoozedUntil: null,
        asleepSince: null,
      });
    });

  test("an undone close restores the snooze", () => {
    desk.set("undoCloseSeconds", "5");
    const { snooze: before } = snooze({ mode: "time", until: inMs(DAY) });
    desk.put(ana, ticketId, { status: "closed" });
    expect(undoClose(ana, ticketId).snooze).toEqual(before ?? null);
  });

  test("a ticket whose snooze a person ended is first in the list and has no waking notice", () => {
    snooze({ mode: "reply" });
    desk.app.clock.advance(HOUR);
    expect(endSnooze(ana, ticketId)).toMatchObject({ snooze: null, woken: null, updatedAt: inMs(0) });
    expect(trail().at(-1)).toBe("woken");
    expect(endSnooze(ana, ticketId).snooze).toBeNull();
    expect(woken).toEqual(["person"]);
  });
});
