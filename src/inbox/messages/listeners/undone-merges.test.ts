import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeMessage } from "#inbox/messages/send/write.ts";
import { joao, maria, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { run } from "#platform/db/database.ts";

const MARIA = 1;
const JOAO = 2;
let s: Scene;
let mergeId: number;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const close = () => run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
const receive = (from: typeof maria, text: string) => s.receive(wrote(from, text, s.clock.now()));
function send(ticketId: number, body: string): void {
  run(s.tenant.db, "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?", s.admin.actor.id, ticketId);
  writeMessage(s.admin, { ticketId, body, quotedId: null, clientMessageId: undefined });
}
const note = (ticketId: number, contactId: number) =>
  run(
    s.tenant.db,
    "INSERT INTO ticket_note (ticket_id, contact_id, note, created_at) VALUES (?, ?, 'nota', 1)",
    ticketId,
    contactId,
  );
/** Merges João into Maria, and lets a minute pass. */
async function merge(): Promise<void> {
  mergeId = await mergeByHand(s.admin, MARIA, JOAO);
  s.clock.advance(60_000);
}
const running = () => s.row<{ id: number }>("SELECT id FROM ticket WHERE status <> 'closed'")?.id ?? 0;
/** Messages as `text: contact/contact of the ticket`. */
const messages = () =>
  s
    .rows<{ line: string }>(
      `SELECT replace(m.body, '*Admin:*' || char(10), '') || ': ' || m.contact_id || '/' || t.contact_id AS line
      FROM message m JOIN ticket t ON t.id = m.ticket_id ORDER BY m.id`,
    )
    .map(({ line }) => line);

describe("an undone merge", () => {
  test("texts, queued sends and notes written between a merge and its undo stay with their ticket", async () => {
    receive(maria, "de Maria");
    close();
    receive(joao, "de João");
    await merge();
    run(s.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    send(running(), "resposta");
    note(running(), MARIA);
    await undoMerge(s.admin, mergeId);
    expect(messages()).toEqual(["de Maria: 1/1", "de João: 2/2", "resposta: 2/2"]);
    expect(s.rows("SELECT contact_id AS id FROM outbox WHERE state = 'queued'")).toEqual([{ id: JOAO }]);
    expect(s.rows("SELECT contact_id AS id FROM ticket_note")).toEqual([{ id: JOAO }]);
  });

  test("a ticket that the separated contact began after the merge returns with its answers and notes", async () => {
    receive(maria, "de Maria");
    receive(joao, "de João");
    close();
    await merge();
    receive(joao, "depois");
    send(running(), "resposta");
    note(running(), MARIA);
    await undoMerge(s.admin, mergeId);
    expect(messages()).toEqual(["de Maria: 1/1", "de João: 2/2", "depois: 2/2", "resposta: 2/2"]);
    expect(s.rows("SELECT contact_id AS id FROM ticket_note")).toEqual([{ id: JOAO }]);
  });

  test("the deletion of the survivor deletes what it wrote in a ticket that returned to the other contact", async () => {
    receive(maria, "de Maria");
    close();
    receive(joao, "de João");
    await merge();
    receive(maria, "no mesmo atendimento");
    await undoMerge(s.admin, mergeId);
    expect(messages()).toEqual(["de Maria: 1/1", "de João: 2/2", "no mesmo atendimento: 1/2"]);
    await deleteContact(s.admin, MARIA);
    expect(messages()).toEqual(["de João: 2/2"]);
    expect(s.rows("SELECT last_message AS text, last_customer_message AS last FROM ticket")).toEqual([
      { text: "", last: "" },
    ]);
  });

  test("the deletion of the separated contact deletes what it wrote in tickets of the survivor, in steps", async () => {
    receive(maria, "de Maria");
    receive(joao, "de João");
    run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1 WHERE contact_id = ?", JOAO);
    await merge();
    for (let n = 0; n < 250; n += 1) receive(joao, `depois ${n}`);
    await undoMerge(s.admin, mergeId);
    close();
    await deleteContact(s.admin, JOAO);
    expect(messages()).toEqual(["de Maria: 1/1"]);
  });

  test("a contact is deleted after the merge was undone and the other one merged into a third", async () => {
    receive(maria, "de Maria");
    close();
    receive(joao, "de João");
    const rita = { name: "Rita", identities: [phone("5531955551234")] };
    receive(rita, "de Rita");
    await merge();
    receive(maria, "no mesmo atendimento");
    await undoMerge(s.admin, mergeId);
    await mergeByHand(s.admin, 3, JOAO);
    close();
    await deleteContact(s.admin, MARIA);
    expect(messages().sort()).toEqual(["de João: 3/3", "de Rita: 3/3"]);
  });
});
