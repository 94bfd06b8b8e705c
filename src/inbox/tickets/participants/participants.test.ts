import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { notificationPage } from "#accounts/notifications/present.ts";
import { readableTicket, sendableTicket, visibleTicket } from "#inbox/tickets/access.ts";
import { ticketHistory } from "#inbox/tickets/history/history.ts";
import { ticketPage } from "#inbox/tickets/lists/page.ts";
import { addNote, deleteNote, editNote, listNotes } from "#inbox/tickets/notes-and-tags/notes.ts";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { takeOver } from "#inbox/tickets/transitions/take-over.ts";
import { prioritise } from "#inbox/tickets/triage/prioritise.ts";
import { all, run } from "#platform/db/database.ts";
import type { AppError } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { invite, listParticipants, removeParticipant, setNotify } from "./participants.ts";

let desk: Desk;
let ana: UserCtx;
let tech: UserCtx;
let ticketId: number;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
  tech = desk.attendant({ name: "Téo", queueIds: [desk.support] });
  ticketId = desk.attended(ana, desk.sales).id;
});
afterEach(() => desk.close());

const refusal = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("nothing was refused");
};
const user = ({ actor }: UserCtx) => ({ kind: "user", id: actor.id }) as const;
const note = (by: UserCtx, text: string, ...mentions: { kind: "user" | "queue"; id: number }[]) =>
  addNote(by, { ticketId, note: text, mentions });
const kinds = (who: UserCtx) =>
  notificationPage(who, { pageNumber: 1, onlyUnread: true }).notifications.map(({ kind }) => kind);
const names = (by = ana) => listParticipants(by, ticketId).map(({ user: { name }, via }) => [name, via]);
const events = () => ticketHistory(ana, ticketId).events.map(({ kind }) => kind);
const list = (by: UserCtx, query: object) =>
  ticketPage(by, { searchParam: "", pageNumber: 1, ...query }).tickets.map(({ id }) => id);

describe("mentions", () => {
  test("a mentioned colleague of another queue sees the ticket, but no other ticket of the contact", () => {
    const { contactId } = desk.ticket(ticketId);
    const other = testConnection(desk.tenant, { queueIds: [desk.sales, desk.support] });
    const elsewhere = desk.waiting(desk.sales, { contactId, connectionId: other });
    addNote(ana, { ticketId: elsewhere.id, note: "Nota de outro atendimento" });
    expect(refusal(() => visibleTicket(tech, ticketId))).toMatchObject({ status: 404 });
    note(ana, "@Téo pode olhar?", user(tech));
    expect(readableTicket(tech, ticketId).id).toBe(ticketId);
    expect(names()).toEqual([["Téo", "mention"]]);
    expect(kinds(tech)).toEqual(["mention"]);
    expect(listNotes(tech, ticketId).map(({ note: text }) => text)).toEqual(["@Téo pode olhar?"]);
    expect(list(tech, { searchParam: "Contact" })).toEqual([ticketId]);
  });

  test("a colleague who sees the ticket is notified of a mention and does not become a participant", () => {
    const bia = desk.attendant();
    note(ana, "@Bia veja isto", user(bia));
    expect([kinds(bia), names()]).toEqual([["mention"], []]);
  });

  test("a mention of a queue notifies its members, except the author", () => {
    const other = desk.attendant({ queueIds: [desk.support] });
    const written = note(ana, "@Suporte alguém?", { kind: "queue", id: desk.support });
    expect([kinds(tech), kinds(other), kinds(ana)]).toEqual([["mention"], ["mention"], []]);
    expect(written.mentions).toEqual([{ kind: "queue", id: desk.support, name: "Suporte" }]);
  });

  test("a mention by an attendant who may not add participants is rejected, and the note is not stored", () => {
    const bia = desk.attendant();
    expect(refusal(() => note(bia, "@Téo olhe", user(tech)))).toMatchObject({
      status: 403,
      code: "ERR_MENTION_NOT_VISIBLE",
      details: { userIds: [tech.actor.id] },
    });
    expect(listNotes(ana, ticketId)).toEqual([]);
    expect(kinds(tech)).toEqual([]);
  });

  test("every user who sees a waiting ticket may add participants by a mention", () => {
    ticketId = desk.waiting(desk.sales).id;
    note(desk.attendant(), "@Téo é sua área", user(tech));
    expect(names()).toEqual([["Téo", "mention"]]);
  });

  test("a note without mention notifies only participants who chose all notes", () => {
    const bia = desk.attendant();
    invite(bia, ticketId, [bia.actor.id]);
    note(ana, "Cliente quer desconto");
    expect(kinds(bia)).toEqual([]);
    setNotify(bia, ticketId, "all");
    note(ana, "Desconto aprovado");
    note(ana, "@Bia concorda?", user(bia));
    expect(kinds(bia)).toEqual(["mention", "participant_news"]);
  });

  test("a deleted user cannot be mentioned", () => {
    run(desk.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", tech.actor.id);
    expect(refusal(() => note(ana, "@Téo oi", user(tech)))).toMatchObject({ code: "ERR_NO_USER_FOUND" });
  });
});

describe("editing and deleting a note", () => {
  test("an edited note keeps its earlier text; a new mention notifies, and a removed one is withdrawn", () => {
    const bia = desk.attendant();
    const { id } = note(ana, "@Bia preço 10", user(bia));
    desk.app.clock.advance(60_000);
    const edited = editNote(ana, id, { note: "@Téo preço 12", mentions: [user(tech)] });
    expect(edited).toMatchObject({ note: "@Téo preço 12", edits: [{ note: "@Bia preço 10" }] });
    expect(edited.editedAt).not.toBeNull();
    expect([kinds(bia), kinds(tech)]).toEqual([[], ["mention"]]);
    expect(desk.broadcasts.to(bia, "ticket-note")).toMatchObject([
      { action: "create", note: { id } },
      { action: "update", note: { id, note: "@Téo preço 12" } },
    ]);
  });

  test("only the author may edit a note; an admin may not", () => {
    const { id } = note(ana, "Nota da Ana");
    for (const other of [desk.attendant(), desk.admin()])
      expect(refusal(() => editNote(other, id, { note: "Outra coisa" }))).toMatchObject({ status: 403 });
    expect(refusal(() => editNote(tech, id, { note: "Outra coisa" }))).toMatchObject({ status: 404 });
  });

  test("the history records that a note was deleted, without its text, and its notifications are withdrawn", () => {
    const { id } = note(ana, "@Téo segredo", user(tech));
    deleteNote(ana, id);
    expect(events()).toContain("note_deleted");
    expect(JSON.stringify(all(desk.tenant.db, "SELECT * FROM ticket_event"))).not.toContain("segredo");
    expect(kinds(tech)).toEqual([]);
  });
});

describe("participants", () => {
  test("a participant may read, write notes, tag and set the priority, but no call lets them write to the customer", () => {
    invite(ana, ticketId, [tech.actor.id]);
    run(
      desk.tenant.db,
      "INSERT INTO tag (id, name, color, created_at, updated_at) VALUES (1, 'A', '#000', 1, 1)",
    );
    note(tech, "Já olhei");
    addTag(tech, ticketId, 1);
    prioritise(tech, ticketId, 4);
    const refused = [
      () => sendableTicket(tech, ticketId),
      () => desk.put(tech, ticketId, { status: "closed" }),
      () => desk.put(tech, ticketId, { userId: tech.actor.id, queueId: desk.support }),
      () => desk.put(tech, ticketId, { chatbot: true }),
      () => takeOver(tech, ticketId, { fromUserId: ana.actor.id }),
      () => invite(tech, ticketId, [desk.attendant().actor.id]),
    ];
    for (const work of refused) expect(refusal(work)).toMatchObject({ status: 403 });
    desk.put(ana, ticketId, { status: "closed" });
    expect(refusal(() => desk.put(tech, ticketId, { status: "open" }))).toMatchObject({ status: 403 });
    expect(visibleTicket(tech, ticketId).status).toBe("closed");
  });

  test("a participant may not accept or resolve a waiting ticket of another queue, and their reading marks nothing as read", () => {
    const waiting = desk.waiting(desk.sales);
    invite(desk.admin(), waiting.id, [tech.actor.id]);
    for (const body of [{ status: "open", userId: tech.actor.id }, { status: "closed" }] as const)
      expect(refusal(() => desk.put(tech, waiting.id, body))).toMatchObject({ status: 403 });
    expect(desk.ticket(waiting.id).unreadMessages).toBe(waiting.unreadMessages);
  });

  test("a participant finds the ticket by the filter for participants and by a search, and in no other list", () => {
    invite(ana, ticketId, [tech.actor.id]);
    expect(list(tech, { participating: "true" })).toEqual([ticketId]);
    expect(list(tech, { searchParam: "Contact" })).toEqual([ticketId]);
    for (const query of [{ status: "open" }, { status: "open", showAll: "true" }, {}, { status: "closed" }])
      expect(list(tech, query)).toEqual([]);
    note(ana, "@Téo veja", user(tech));
    expect(list(tech, { mentioned: "true" })).toEqual([ticketId]);
    expect(list(ana, { participating: "true" })).toEqual([]);
  });

  test("a user may follow only a ticket they already see, and following gives no permission", () => {
    const bia = desk.attendant();
    invite(bia, ticketId, [bia.actor.id]);
    expect(names()).toEqual([[bia.actor.name, "self"]]);
    expect(refusal(() => invite(tech, ticketId, [tech.actor.id]))).toMatchObject({ status: 404 });
    expect(refusal(() => sendableTicket(bia, ticketId))).toMatchObject({ status: 403 });
  });

  test("a removed participant gets a delete event and no longer sees the ticket; the history has the invitation and the removal", () => {
    invite(ana, ticketId, [tech.actor.id]);
    expect(desk.broadcasts.to(tech, "ticket").at(-1)).toMatchObject({ action: "update" });
    removeParticipant(ana, ticketId, tech.actor.id);
    expect(desk.broadcasts.to(tech, "ticket").at(-1)).toEqual({ action: "delete", ticketId });
    expect(refusal(() => visibleTicket(tech, ticketId))).toMatchObject({ status: 404 });
    expect(events().slice(-2)).toEqual(["participant_added", "participant_removed"]);
  });

  test("participants may remove themselves; an attendant may not remove participants from a colleague's ticket", () => {
    const bia = desk.attendant();
    invite(ana, ticketId, [tech.actor.id]);
    expect(refusal(() => removeParticipant(bia, ticketId, tech.actor.id))).toMatchObject({ status: 403 });
    removeParticipant(tech, ticketId, tech.actor.id);
    expect(names()).toEqual([]);
    expect(refusal(() => removeParticipant(ana, ticketId, tech.actor.id))).toMatchObject({
      code: "ERR_NO_USER_FOUND",
    });
  });

  test("a ticket has at most 50 participants", () => {
    const ids = Array.from({ length: 51 }, () => desk.attendant({ queueIds: [desk.support] }).actor.id);
    invite(ana, ticketId, ids.slice(0, 50));
    expect(refusal(() => invite(ana, ticketId, ids.slice(50)))).toMatchObject({
      status: 409,
      code: "ERR_LIMIT_REACHED",
      details: { resource: "participants", limit: 50 },
    });
    expect(names()).toHaveLength(50);
  });

  test("the former attendant of a taken-over ticket becomes a participant", () => {
    takeOver(desk.admin(), ticketId, { fromUserId: ana.actor.id });
    expect(names()).toEqual([["Ana", "former_owner"]]);
    expect(readableTicket(ana, ticketId).id).toBe(ticketId);
  });

  test("attendants may take over tickets of their queue only when the company allows it", () => {
    const bia = desk.attendant();
    const take = () => takeOver(bia, ticketId, { fromUserId: ana.actor.id });
    expect(refusal(take)).toMatchObject({ status: 403 });
    desk.set("attendantsTakeOver", "enabled");
    expect(take().userId).toBe(bia.actor.id);
  });
});
