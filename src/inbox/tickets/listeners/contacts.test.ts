import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ticketPage } from "#inbox/tickets/lists/page.ts";
import { addNote, listNotes } from "#inbox/tickets/notes-and-tags/notes.ts";
import { type Desk, networkContact, openDesk } from "#inbox/tickets/testing.ts";
import { ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import { findOrCreateFromNetwork } from "#people/contacts/index.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { all, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";

let desk: Desk;
let admin: UserCtx;
beforeEach(() => {
  desk = openDesk();
  admin = desk.admin();
  // Moves the messages, as the messages feature would.
  const { bus } = desk.app.installation;
  bus.within(ContactMerging, (unit, { survivor, loser, moved }) => {
    const ids = all<{ id: number }>(
      unit.db,
      "UPDATE message SET contact_id = ? WHERE contact_id = ? RETURNING id",
      survivor.id,
      loser.id,
    ).map(({ id }) => id);
    moved.add("message", ids);
  });
  bus.within(ContactUnmerging, (unit, { contact, moved }) => {
    for (const id of moved.of("message"))
      run(unit.db, "UPDATE message SET contact_id = ? WHERE id = ?", contact.id, id);
  });
});
afterEach(() => desk.close());

const two = () => {
  const survivor = networkContact(desk, "5511911112222", "Marina");
  desk.app.clock.advance(1000);
  const loser = networkContact(desk, "5511933334444", "Mari");
  return { survivor, loser };
};

describe("merged contacts", () => {
  test("a merge moves tickets and notes and broadcasts the change", async () => {
    const { survivor, loser } = two();
    const { ticket } = desk.writes(loser.id);
    addNote(admin, { ticketId: ticket.id, note: "gosta de azul" });
    desk.broadcasts.all.splice(0);
    await mergeByHand(admin, survivor.id, loser.id);
    expect(desk.ticket(ticket.id).contactId).toBe(survivor.id);
    expect(listNotes(admin, ticket.id)).toMatchObject([{ contactId: survivor.id, note: "gosta de azul" }]);
    expect(desk.broadcasts.to(admin, "ticket")).toMatchObject([
      { action: "update", ticket: { id: ticket.id, contact: { name: "Marina" } } },
    ]);
  });

  test("a merge of contacts with two running tickets on one connection closes the one with the older message", async () => {
    const { survivor, loser } = two();
    const old = desk.writes(survivor.id).ticket;
    desk.app.clock.advance(1000);
    const fresh = desk.writes(loser.id).ticket;
    await mergeByHand(admin, survivor.id, loser.id);
    expect(desk.ticket(fresh.id)).toMatchObject({ status: "pending", contactId: survivor.id });
    expect(desk.ticket(old.id)).toMatchObject({ status: "closed", closeReason: "merged" });
  });

  test("a merge gives the kept ticket the attendant of the closed one if it has none", async () => {
    const ana = desk.attendant();
    const { survivor, loser } = two();
    const attended = desk.waiting(desk.sales, { contactId: survivor.id });
    desk.put(ana, attended.id, { status: "open" });
    desk.app.clock.advance(1000);
    const fresh = desk.waiting(desk.sales, { contactId: loser.id });
    await mergeByHand(admin, survivor.id, loser.id);
    expect(desk.ticket(fresh.id)).toMatchObject({ status: "open", userId: ana.actor.id });
  });

  test("a merge reported by the network leaves one running ticket, too", () => {
    const { survivor, loser } = two();
    desk.writes(survivor.id);
    desk.writes(loser.id);
    desk.tenant.write((unit) =>
      findOrCreateFromNetwork(unit, {
        identities: ["5511911112222", "5511933334444"].map((value) => ({
          kind: "pn" as const,
          value,
          address: `${value}@s.whatsapp.net`,
        })),
        name: null,
        isGroup: false,
        connectionId: desk.connectionId,
      }),
    );
    expect(all(desk.tenant.db, "SELECT contact_id FROM ticket WHERE status <> 'closed'")).toEqual([
      { contact_id: survivor.id },
    ]);
  });
});

describe("an undone merge", () => {
  test("an undone merge moves the tickets back, and the survivor's own tickets stay", async () => {
    const { survivor, loser } = two();
    const other = testConnection(desk.tenant);
    const kept = desk.writes(survivor.id).ticket;
    const moved = desk.writes(loser.id, "oi", { connectionId: other }).ticket;
    const mergeId = await mergeByHand(admin, survivor.id, loser.id);
    await undoMerge(admin, mergeId);
    expect(desk.ticket(moved.id).contactId).toBe(loser.id);
    expect(desk.ticket(kept.id).contactId).toBe(survivor.id);
  });

  test("an undone merge moves a later ticket that has messages of the separated contact only", async () => {
    const { survivor, loser } = two();
    const mergeId = await mergeByHand(admin, survivor.id, loser.id);
    desk.app.clock.advance(1000);
    const since = desk.writes(survivor.id).ticket;
    const ofSurvivor = desk.writes(survivor.id, "oi", { connectionId: testConnection(desk.tenant) }).ticket;
    desk.app.installation.bus.within(ContactUnmerging, (unit, { contact }) => {
      run(unit.db, "UPDATE message SET contact_id = ? WHERE ticket_id = ?", contact.id, since.id);
    });
    await undoMerge(admin, mergeId);
    expect(desk.ticket(since.id).contactId).toBe(loser.id);
    expect(desk.ticket(ofSurvivor.id).contactId).toBe(survivor.id);
  });
});

describe("deleting a contact", () => {
  test("deleting a contact is rejected while it has a running ticket, and deletes the closed ones", async () => {
    const { ticket } = desk.writes(desk.contact());
    await expect(deleteContact(admin, ticket.contactId)).rejects.toThrow("ERR_CONTACT_HAS_TICKETS");
    desk.put(admin, ticket.id, { status: "closed" });
    desk.broadcasts.all.splice(0);
    await deleteContact(admin, ticket.contactId);
    expect(ticketPage(admin, { status: "closed", searchParam: "", pageNumber: 1 })).toMatchObject({
      count: 0,
    });
    expect(all(desk.tenant.db, "SELECT id FROM message")).toEqual([]);
    expect(desk.broadcasts.to(admin, "ticket")).toEqual([{ action: "delete", ticketId: ticket.id }]);
  });
});
