import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { QueueDeleted } from "#accounts/queues/events.ts";
import { UserUpdated } from "#accounts/users/events.ts";
import { openTicket } from "#inbox/tickets/creation/open.ts";
import { TicketChanged, TicketRead, TicketsTagged } from "#inbox/tickets/events.ts";
import { tagContacts } from "#inbox/tickets/notes-and-tags/tag-contacts.ts";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { invite } from "#inbox/tickets/participants/participants.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { pinTicket } from "#inbox/tickets/triage/pins.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

/** Broadcasts about tickets that this user received since the last call. */
const told = (who: UserCtx): string[] => {
  const actions = desk.broadcasts
    .to(who, "ticket")
    .map(({ action, ticket, ticketId }) => `${action} ${ticketId ?? (ticket as { id: number }).id}`);
  return actions;
};
const forget = () => desk.broadcasts.all.splice(0);

describe("audience of ticket events", () => {
  test("a new waiting ticket is broadcast to users of its queue and admins", () => {
    const [ana, elsewhere, admin] = [
      desk.attendant(),
      desk.attendant({ queueIds: [desk.support] }),
      desk.admin(),
    ];
    const { id } = desk.waiting(desk.sales);
    forget();
    desk.writes(desk.ticket(id).contactId);
    expect([told(ana), told(elsewhere), told(admin)]).toEqual([[`update ${id}`], [], [`update ${id}`]]);
  });

  test("a ticket moved to another queue is broadcast to that queue's users; users of the former queue get a delete", () => {
    const [ana, elsewhere, admin] = [
      desk.attendant(),
      desk.attendant({ queueIds: [desk.support] }),
      desk.admin(),
    ];
    const { id } = desk.attended(ana, desk.sales);
    forget();
    desk.put(ana, id, { queueId: desk.support });
    expect([told(ana), told(elsewhere), told(admin)]).toEqual([
      [`delete ${id}`],
      [`update ${id}`],
      [`update ${id}`],
    ]);
  });

  test("an accepted ticket without queue is removed from the notifications of others", () => {
    const ana = desk.attendant();
    const notifiedOf = { ...ana, actor: { ...ana.actor, allTicket: true } };
    const { id } = desk.waiting(null);
    forget();
    desk.put(desk.admin(), id, { status: "open" });
    expect([told(notifiedOf), told(ana)]).toEqual([[`delete ${id}`], []]);
  });

  test("the owner of a ticket closed without queue gets a delete", () => {
    const ana = desk.attendant();
    const { id } = openTicket(desk.admin(), { contactId: desk.contact(), userId: ana.actor.id });
    expect(told(ana)).toEqual([`update ${id}`]);
    forget();
    desk.put(ana, id, { status: "closed" });
    expect(told(ana)).toEqual([`delete ${id}`]);
  });

  test("a user who sees a ticket only as a participant gets its read and delete events", async () => {
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    const { id } = desk.waiting(desk.sales);
    invite(desk.admin(), id, [elsewhere.actor.id]);
    forget();
    const ticket = desk.ticket(id);
    desk.tenant.write((unit) => unit.emit(TicketRead, { ticket, userId: null }));
    await deleteTicket(desk.admin(), id);
    expect(told(elsewhere)).toEqual([`updateUnread ${id}`, `delete ${id}`]);
  });

  test("a deleted ticket is broadcast to users who saw it, and to no others", async () => {
    const [ana, elsewhere] = [desk.attendant(), desk.attendant({ queueIds: [desk.support] })];
    const { id } = desk.waiting(desk.sales);
    forget();
    await deleteTicket(desk.admin(), id);
    expect([told(ana), told(elsewhere)]).toEqual([[`delete ${id}`], []]);
  });

  test("a pinned ticket that becomes visible again makes the pages of its user reload the pins, and no other pages", () => {
    const [ana, bruno, admin] = [desk.attendant(), desk.attendant(), desk.admin()];
    const { id } = desk.waiting(desk.sales);
    for (const who of [ana, admin]) pinTicket(who, id);
    const actions = (who: UserCtx) => desk.broadcasts.to(who, "ticket").map(({ action }) => action);
    forget();
    desk.put(admin, id, { queueId: desk.support });
    expect(actions(ana)).toEqual(["delete"]);
    forget();
    desk.put(admin, id, { queueId: desk.sales });
    expect([actions(ana), actions(bruno), actions(admin)]).toEqual([
      ["update", "pins"],
      ["update"],
      ["update"],
    ]);
    desk.put(admin, id, { queueId: desk.support });
    forget();
    invite(admin, id, [ana.actor.id]);
    expect(actions(ana)).toEqual(["update", "pins"]);
  });

  test("a failed transaction broadcasts nothing", () => {
    const ana = desk.attendant();
    const { id } = desk.waiting(desk.sales);
    forget();
    expect(() =>
      desk.tenant.write(() => {
        desk.put(ana, id, { status: "open" });
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(told(ana)).toEqual([]);
  });
});

describe("one tag for many contacts", () => {
  test("tagging many contacts sends one event per 50 contacts, with each tagged ticket only to users who may see it", async () => {
    desk.tenant.db.$client.exec("INSERT INTO tag VALUES (1, 'VIP', '#000', 0, NULL, 0, 0)");
    const [ana, elsewhere, admin] = [
      desk.attendant(),
      desk.attendant({ queueIds: [desk.support] }),
      desk.admin(),
    ];
    const tickets = Array.from({ length: 120 }, () => desk.waiting(desk.sales));
    const contactIds = tickets.map(({ contactId }) => contactId);
    const slices: number[] = [];
    let singles = 0;
    const { bus } = desk.app.installation;
    bus.after(TicketsTagged, (_tenant, { tickets: tagged }) => void slices.push(tagged.length));
    bus.after(TicketChanged, () => {
      singles += 1;
    });
    forget();
    expect(await tagContacts(admin, { contactIds, tagId: 1 })).toEqual({ tagged: 120, skipped: 0 });
    expect([slices, singles]).toEqual([[50, 50, 20], 0]);
    expect([told(ana), told(elsewhere)]).toEqual([tickets.map(({ id }) => `update ${id}`), []]);
    for (const { ticket } of desk.broadcasts.to(ana, "ticket"))
      expect(ticket).toMatchObject({ tags: [{ id: 1, name: "VIP" }] });
    forget();
    await tagContacts(admin, { contactIds, tagId: 1 });
    expect(told(ana)).toEqual([]);
  });
});

describe("changed permissions", () => {
  test("changed permissions make the user's pages reload their lists; a deleted queue does so for all users", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { bus } = desk.app.installation;
    const actions = (who: UserCtx) => desk.broadcasts.to(who, "ticket").map(({ action }) => action);
    bus.emitAfter(desk.tenant, UserUpdated, { userId: ana.actor.id, rights: false });
    expect(actions(ana)).toEqual([]);
    bus.emitAfter(desk.tenant, UserUpdated, { userId: ana.actor.id, rights: true });
    expect([actions(ana), actions(bia)]).toEqual([["reload"], []]);
    bus.emitAfter(desk.tenant, QueueDeleted, { queueId: desk.sales });
    expect([actions(ana), actions(bia)]).toEqual([["reload", "reload"], ["reload"]]);
  });
});

describe("random sequences of actions", () => {
  /** One action of a user; rejected actions change nothing. */
  const verbs: readonly ((by: UserCtx, id: number, other: UserCtx) => unknown)[] = [
    (by, id) => desk.put(by, id, { status: "open", userId: by.actor.id }),
    (by, id) => desk.put(by, id, { status: "pending" }),
    (by, id) => desk.put(by, id, { status: "closed" }),
    (by, id) => desk.put(by, id, { status: "open" }),
    (by, id) => desk.put(by, id, { queueId: desk.support, userId: null }),
    (by, id) => desk.put(by, id, { queueId: desk.sales, userId: null }),
    (by, id, other) => desk.put(by, id, { userId: other.actor.id }),
    (_by, id) => desk.writes(desk.ticket(id).contactId),
    (_by, id) => desk.answers(id),
    (by, id) => addTag(by, id, 1),
  ];

  test("random actions are broadcast to exactly the permitted users, and lists updated by events equal freshly read lists", () => {
    desk.tenant.db.$client.exec("INSERT INTO tag VALUES (1, 'VIP', '#000', 0, NULL, 0, 0)");
    const people = [
      desk.attendant(),
      desk.attendant({ queueIds: [desk.support] }),
      desk.attendant({ queueIds: [desk.sales, desk.support] }),
      desk.attendant({ profile: "supervisor" }),
      desk.admin(),
    ];
    const step = fc.record({ verb: fc.nat(verbs.length - 1), by: fc.nat(4), other: fc.nat(4) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const { id } = desk.waiting(desk.sales);
        // The lists of each browser, updated by events alone.
        const shown = people.map(({ actor }) => canSee(actor, desk.ticket(id)));
        for (const { verb, by, other } of steps) {
          forget();
          const [caller, colleague] = [people[by], people[other]];
          if (!caller || !colleague) continue;
          try {
            verbs[verb]?.(caller, id, colleague);
          } catch {
            expect(desk.broadcasts.all).toEqual([]);
          }
          const now = desk.ticket(id);
          people.forEach(({ actor }, index) => {
            const viewer: Viewer = { ...actor, watching: new Set() };
            for (const { channel, data, audience } of desk.broadcasts.all) {
              if (channel !== "ticket" || audience === "everyone" || !audience(viewer)) continue;
              if (data.action === "update") expect(canSee(actor, now)).toBe(true);
              if (data.action === "delete") expect(canSee(actor, now)).toBe(false);
              shown[index] = data.action !== "delete";
            }
            expect(shown[index]).toBe(canSee(actor, now));
          });
        }
        return true;
      }),
      { numRuns: 25 },
    );
  });
});
