import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createClosedTicket } from "#inbox/tickets/creation/create.ts";
import { ticketHistory } from "#inbox/tickets/history/history.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { all, run } from "#platform/db/database.ts";
import { addNote, deleteNote, listNotes } from "./notes.ts";
import { addTag, moveToLane, removeLanes, syncTags } from "./tags.ts";

const MINUTE = 60_000;
let desk: Desk;
beforeEach(() => {
  desk = openDesk();
  for (const [id, kanban] of [
    [1, 0],
    [2, 1],
    [3, 1],
  ] as const)
    run(desk.tenant.db, "INSERT INTO tag VALUES (?, ?, '#000', ?, NULL, 0, 0)", id, `Etiqueta ${id}`, kanban);
});
afterEach(() => desk.close());

describe("tags of a ticket", () => {
  const names = (ticket: { tags: readonly { id: number }[] }) => ticket.tags.map(({ id }) => id);

  test("tags of a ticket are added one by one, removed by lane, or replaced as a whole", () => {
    const ana = desk.attendant();
    const { id } = desk.waiting(desk.sales);
    expect(names(addTag(ana, id, 1))).toEqual([1]);
    expect(names(addTag(ana, id, 2))).toEqual([1, 2]);
    expect(names(removeLanes(ana, id))).toEqual([1]);
    expect(names(syncTags(ana, id, [3, 2]))).toEqual([2, 3]);
    expect(names(syncTags(ana, id, []))).toEqual([]);
  });

  test("adding a tag is broadcast and keeps the ticket's position in the lists; adding it again changes nothing", () => {
    const ana = desk.attendant();
    const { id, updatedAt } = desk.waiting(desk.sales);
    desk.app.clock.advance(MINUTE);
    desk.broadcasts.all.splice(0);
    addTag(ana, id, 1);
    addTag(ana, id, 1);
    removeLanes(ana, id);
    syncTags(ana, id, [1]);
    expect(desk.broadcasts.to(ana, "ticket")).toHaveLength(1);
    expect(desk.ticket(id).updatedAt).toBe(updatedAt);
  });

  test("adding a tag to an invisible ticket, or an unknown tag, is rejected", () => {
    const { id } = desk.waiting(desk.support);
    const ana = desk.attendant();
    for (const work of [() => addTag(ana, id, 1), () => removeLanes(ana, id), () => syncTags(ana, id, [])])
      expect(refusal(work).code).toBe("ERR_NO_TICKET_FOUND");
    expect(refusal(() => addTag(desk.admin(), id, 99)).code).toBe("ERR_NOT_FOUND");
    expect(refusal(() => syncTags(desk.admin(), id, [1, 99])).code).toBe("ERR_NOT_FOUND");
    expect(all(desk.tenant.db, "SELECT * FROM ticket_tag")).toEqual([]);
  });
});

describe("a card of the board", () => {
  const lanesOf = (ticketId: number) =>
    all<{ tag_id: number }>(
      desk.tenant.db,
      "SELECT tag_id FROM ticket_tag WHERE ticket_id = ?",
      ticketId,
    ).map(({ tag_id }) => tag_id);

  test("a card is in only one lane; moving it keeps its other tags", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id, updatedAt } = desk.waiting(desk.sales);
    desk.app.clock.advance(MINUTE);
    syncTags(ana, id, [1, 2, 3]);
    moveToLane(ana, id, 2);
    expect(lanesOf(id)).toEqual([1, 2]);
    moveToLane(bia, id, 3);
    expect(lanesOf(id)).toEqual([1, 3]);
    expect(moveToLane(bia, id, null).tags.map((tag) => tag.id)).toEqual([1]);
    expect(desk.ticket(id).updatedAt).toBe(updatedAt);
  });

  test("each move of a card is broadcast once", () => {
    const ana = desk.attendant();
    const { id } = desk.waiting(desk.sales);
    desk.broadcasts.all.splice(0);
    moveToLane(ana, id, 2);
    moveToLane(ana, id, 2);
    moveToLane(ana, id, 3);
    moveToLane(ana, id, null);
    moveToLane(ana, id, null);
    const told = desk.broadcasts.to(ana, "ticket") as readonly { ticket: { tags: { id: number }[] } }[];
    expect(told.map(({ ticket }) => ticket.tags.map((tag) => tag.id))).toEqual([[2], [3], []]);
  });

  test("a card can be moved to existing lanes only, by users who see the ticket", () => {
    const ana = desk.attendant();
    const { id } = desk.waiting(desk.sales);
    const hidden = desk.waiting(desk.support);
    expect(refusal(() => moveToLane(ana, hidden.id, 2)).code).toBe("ERR_NO_TICKET_FOUND");
    expect(refusal(() => moveToLane(ana, id, 99)).code).toBe("ERR_NOT_FOUND");
    expect(refusal(() => moveToLane(ana, id, 1)).code).toBe("ERR_VALIDATION");
    expect(lanesOf(id)).toEqual([]);
  });
});

describe("notes", () => {
  test("a new note is broadcast and keeps the ticket's position in the lists", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id, updatedAt } = desk.waiting(desk.sales);
    desk.app.clock.advance(MINUTE);
    desk.broadcasts.all.splice(0);
    const note = addNote(ana, { ticketId: id, note: "gosta de azul" });
    expect(desk.broadcasts.to(bia, "ticket-note")).toMatchObject([
      { action: "create", note: { ticketId: id, note: "gosta de azul" } },
    ]);
    desk.broadcasts.all.splice(0);
    deleteNote(ana, note.id);
    expect(desk.broadcasts.to(bia, "ticket")).toHaveLength(1);
    expect(desk.ticket(id).updatedAt).toBe(updatedAt);
  });

  test("the notes of a contact are listed from all visible tickets", () => {
    const ana = desk.attendant({ name: "Ana" });
    const first = desk.attended(ana, desk.sales);
    addNote(ana, { ticketId: first.id, note: "gosta de azul" });
    desk.put(ana, first.id, { status: "closed" });
    desk.app.clock.advance(61 * MINUTE);
    const second = desk.waiting(desk.sales, { contactId: first.contactId });
    const hidden = desk.waiting(desk.sales, { contactId: first.contactId });
    expect(listNotes(ana, second.id)).toMatchObject([
      { note: "gosta de azul", ticketId: first.id, contactId: first.contactId, user: { name: "Ana" } },
    ]);
    run(desk.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", desk.support, first.id);
    expect(listNotes(ana, hidden.id)).toEqual([]);
    expect(listNotes(desk.admin(), hidden.id)).toHaveLength(1);
  });

  test("a note can be deleted by its author or an admin", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id } = desk.waiting(desk.sales);
    const note = addNote(ana, { ticketId: id, note: "uma" });
    const other = addNote(ana, { ticketId: id, note: "duas" });
    expect(refusal(() => deleteNote(bia, note.id)).code).toBe("ERR_NO_PERMISSION");
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => deleteNote(elsewhere, note.id)).code).toBe("ERR_NOT_FOUND");
    deleteNote(ana, note.id);
    deleteNote(desk.admin(), other.id);
    expect(listNotes(ana, id)).toEqual([]);
  });

  test("a note on an invisible ticket is rejected", () => {
    const { id } = desk.waiting(desk.support);
    expect(refusal(() => addNote(desk.attendant(), { ticketId: id, note: "x" })).code).toBe(
      "ERR_NO_TICKET_FOUND",
    );
  });
});

describe("events of a ticket", () => {
  test("a ticket event contains the user, the time and the changed fields", () => {
    const ana = desk.attendant({ name: "Ana" });
    const { id } = desk.waiting(desk.sales);
    desk.app.clock.advance(MINUTE);
    desk.put(ana, id, { status: "open" });
    desk.put(ana, id, { queueId: desk.support });
    const [created, accepted, transferred] = ticketHistory(desk.admin(), id).events;
    expect(created).toMatchObject({ kind: "created", actor: null, from: {} });
    expect(accepted).toMatchObject({
      kind: "accepted",
      actor: { name: "Ana" },
      from: { status: "pending", userId: null },
      to: { status: "open", userId: ana.actor.id },
      at: new Date(desk.app.clock.now()).toISOString(),
    });
    expect(transferred).toMatchObject({
      kind: "transferred",
      to: { status: "pending", queueId: desk.support },
    });
    expect(refusal(() => ticketHistory(ana, id)).code).toBe("ERR_NO_TICKET_FOUND");
  });

  test("the first event of a ticket without attendance contains the ticket's origin, and nothing is broadcast", () => {
    const admin = desk.admin();
    const contactId = desk.contact();
    desk.broadcasts.all.splice(0);
    const { id } = desk.tenant.write((unit) =>
      createClosedTicket(unit, {
        contactId,
        connectionId: desk.connectionId,
        channel: "whatsapp",
        isGroup: false,
        origin: "campaign",
      }),
    );
    expect(ticketHistory(admin, id).events).toMatchObject([
      { kind: "created", actor: null, from: {}, to: { status: "closed", origin: "campaign" } },
    ]);
    expect(desk.broadcasts.all).toEqual([]);
  });
});

describe("deleting a ticket", () => {
  test("only admins can delete a ticket, and the deletion leaves none of its rows", async () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    addNote(ana, { ticketId: id, note: "nota" });
    addTag(ana, id, 1);
    await expect(deleteTicket(ana, id)).rejects.toThrow("ERR_NO_PERMISSION");
    await deleteTicket(desk.admin(), id);
    for (const table of ["ticket", "message", "ticket_note", "ticket_tag", "ticket_event", "ticket_period"])
      expect(desk.tenant.db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
    await expect(deleteTicket(desk.admin(), id)).rejects.toThrow("ERR_NO_TICKET_FOUND");
  });
});
