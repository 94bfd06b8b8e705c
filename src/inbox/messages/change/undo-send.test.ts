import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  t.meet();
  await hold(3);
});

const hold = (seconds: number, api = t.asAna) =>
  api.put("/users/me/preferences", { undoSendSeconds: seconds });
const undo = (id: number, api = t.asAna) => api.post(`/messages/${id}/undo`, {});
const send = async (body: object, api = t.asAna) => (await t.post(body, api)).body.message;
const pass = async (ms: number) => {
  t.app.clock.advance(ms);
  await settle();
};
const stored = (id: number) =>
  one<{ body: string; deletedBy: string; sendState: string }>(
    t.tenant.db,
    "SELECT body, deleted_by AS deletedBy, send_state AS sendState FROM message WHERE id = ?",
    id,
  );
const STATE = `status, last_message AS lastMessage, last_message_id AS lastId, last_message_from_me AS lastFromMe,
  last_message_type AS lastType, last_message_at AS lastAt, unread_messages AS unread, marked_unread AS marked,
  waiting_since AS waitingSince, updated_at AS updatedAt, asleep_since AS asleep, woken_at AS woken`;
const ticket = () => one(t.tenant.db, `SELECT ${STATE} FROM ticket WHERE id = ?`, t.ticketId);
const firstResponse = () =>
  one<{ at: number | null }>(
    t.tenant.db,
    "SELECT first_response_at AS at FROM ticket_period WHERE ticket_id = ?",
    t.ticketId,
  )?.at;
const startAttendance = () =>
  run(t.tenant.db, "UPDATE ticket_period SET started_at = created_at WHERE ticket_id = ?", t.ticketId);
const shown = async () =>
  (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages.map(({ body }: { body: string }) => body);

describe("undo of a send", () => {
  test("a message undone in time is never sent, and the undo returns its text, quote and file", async () => {
    const [theirs] = (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages;
    const message = await send({ body: "Custa {{firstName}} 10", quotedMsg: { id: theirs.id } });
    expect(message).toMatchObject({
      sendState: "queued",
      heldUntil: new Date(t.app.clock.now() + 3000).toISOString(),
    });
    await pass(2999);
    expect(t.provider.sent).toEqual([]);
    const socket = await t.app.socket(t.ana);
    expect(await undo(message.id)).toMatchObject({
      status: 200,
      body: { body: "Custa {{firstName}} 10", quotedMsgId: theirs.id, files: [] },
    });
    expect(await socket.event("appMessage", "delete")).toMatchObject({ messageId: message.id });
    await pass(60_000);
    expect(t.provider.sent).toEqual([]);
    expect(await shown()).toEqual(["Oi"]);
    expect(stored(message.id)).toEqual({ body: "", deletedBy: "undone", sendState: "cancelled" });
    expect(all(t.tenant.db, "SELECT id FROM outbox WHERE instr(payload, 'Custa') > 0")).toEqual([]);
    expect((await t.asAdmin.put(`/messages/${message.id}/star`)).status).toBe(404);
  });

  test("a message that is not undone is sent once, on time; an undo afterwards is rejected with 409", async () => {
    const message = await send({ body: "Bom dia" });
    await pass(2999);
    expect(t.provider.sent).toEqual([]);
    await pass(1);
    expect(t.provider.sent).toHaveLength(1);
    expect(await undo(message.id)).toMatchObject({ status: 409, body: { error: "ERR_ALREADY_SENT" } });
    await pass(10_000);
    expect(t.provider.sent).toHaveLength(1);
    expect((await t.asAna.get(`/messages/${t.ticketId}`)).body.messages[1].heldUntil).toBeUndefined();
  });

  test("a message of a user without undo time is sent immediately and cannot be undone", async () => {
    await hold(0);
    const message = await send({ body: "Bom dia" });
    await settle();
    expect(t.provider.sent).toHaveLength(1);
    expect(message.heldUntil).toBeUndefined();
    expect((await undo(message.id)).status).toBe(409);
  });

  test("only the author may undo a send", async () => {
    const message = await send({ body: "Bom dia" });
    expect((await undo(message.id, t.asAdmin)).body.error).toBe("ERR_NO_PERMISSION");
    const stranger = t.app.api(testUser(t.tenant, { name: "Zé" }));
    expect((await undo(message.id, stranger)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
    expect((await undo(999_999)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
    expect((await undo(message.id)).status).toBe(200);
  });

  test("a repeated call with the client id of an undone message sends nothing for 7 days, then the row is deleted", async () => {
    const call = { body: "Bom dia", clientMessageId: crypto.randomUUID() };
    const { id } = await send(call);
    await undo(id);
    expect(await t.post(call)).toMatchObject({ status: 404, body: { error: "ERR_NO_MESSAGE_FOUND" } });
    await pass(10_000);
    expect(t.provider.sent).toEqual([]);
    expect((await undo(id)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
    await t.app.app.runJob("message_clean_up");
    expect(stored(id)).toBeDefined();
    await pass(7 * 24 * 60 * 60_000);
    await t.app.app.runJob("message_clean_up");
    expect(stored(id)).toBeUndefined();
  });

  test("later messages of a chat, also by other users, are sent after a held message", async () => {
    await send({ body: "Um" });
    await pass(1000);
    await send({ body: "Dois" }, t.asAdmin);
    await send({ body: "Três" });
    await pass(1999);
    expect(t.texts().slice(1)).toEqual(["*Ana:*\nUm", "*Chefe:*\nDois", "*Ana:*\nTrês"]);
    expect(t.provider.sent).toEqual([]);
    t.provider.answers.send = ({ providerId }) => ({ state: "accepted", providerId });
    await pass(1);
    await pass(1000);
    const texts = t.provider.sent.map(({ content }) => (content as { text: string }).text);
    expect(texts).toEqual(["*Ana:*\nUm", "*Chefe:*\nDois", "*Ana:*\nTrês"]);
  });

  test("only the author of an undone message can send its file again by the file's address", async () => {
    const form = new FormData();
    form.set("body", "o contrato");
    form.append("medias", new Blob(["conteúdo"], { type: "text/plain" }), "contrato.txt");
    const message = (await t.asAna.post(`/messages/${t.ticketId}`, form)).body.message;
    const { body } = await undo(message.id);
    expect(body).toMatchObject({ body: "o contrato", files: [{ name: "contrato.txt" }] });
    const again = { body: "o contrato", mediaUrl: body.files[0].url };
    expect((await t.post(again, t.asAdmin)).body.error).toBe("ERR_URL_NOT_ALLOWED");
    expect((await send(again)).mediaName).toBe("contrato.txt");
  });
});

describe("the ticket after the undo of a send", () => {
  test("an undo of a send restores wait, unread messages, first response and last message of the ticket", async () => {
    startAttendance();
    await pass(60_000);
    run(t.tenant.db, "UPDATE ticket SET marked_unread = 1 WHERE id = ?", t.ticketId);
    const before = ticket();
    expect(before).toMatchObject({ unread: 1, lastMessage: "Oi" });
    const { id } = await send({ body: "Bom dia" });
    expect(ticket()).toMatchObject({ unread: 0, waitingSince: null, lastMessage: "*Ana:*\nBom dia" });
    expect(firstResponse()).toBe(t.app.clock.now());
    await pass(1000);
    await undo(id);
    expect(ticket()).toEqual(before);
    expect(firstResponse()).toBeNull();
    expect(one(t.tenant.db, "SELECT read FROM message WHERE ticket_id = ?", t.ticketId)).toEqual({ read: 0 });
  });

  test("after an undo of a send, a message that the customer wrote meanwhile stays unread and last, and the wait counts from the first message", async () => {
    const before = ticket() as { waitingSince: number };
    const { id } = await send({ body: "Bom dia" });
    await pass(1000);
    t.receive(wrote(t.customer, "Alô?", t.app.clock.now()));
    await undo(id);
    expect(ticket()).toMatchObject({ unread: 2, lastMessage: "Alô?", waitingSince: before.waitingSince });
  });

  test("of two held messages either can be undone first; with both undone the ticket is as before", async () => {
    startAttendance();
    await pass(60_000);
    const before = ticket();
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const first = await send({ body: "Um" });
      await pass(500);
      const second = await send({ body: "Dois" });
      const secondAt = t.app.clock.now();
      const ids = [first.id, second.id];
      await undo(ids[order[0]] ?? 0);
      const rest = order[0] === 0 ? "*Ana:*\nDois" : "*Ana:*\nUm";
      expect(ticket()).toMatchObject({ unread: 0, waitingSince: null, lastMessage: rest });
      expect(firstResponse()).toBe(order[0] === 0 ? secondAt : secondAt - 500);
      await undo(ids[order[1]] ?? 0);
      expect(ticket()).toEqual(before);
      expect(firstResponse()).toBeNull();
    }
  });

  test("after an undo of a send, the customer does not wait if another user answered meanwhile", async () => {
    startAttendance();
    const { id } = await send({ body: "Um" });
    await pass(500);
    await send({ body: "Dois" }, t.asAdmin);
    await undo(id);
    expect(ticket()).toMatchObject({ unread: 0, waitingSince: null, lastMessage: "*Chefe:*\nDois" });
    expect(firstResponse()).toBe(t.app.clock.now());
  });

  test("after undoing first a send and then the close of its ticket, the customer waits again", async () => {
    const before = ticket() as { waitingSince: number };
    const { id } = await send({ body: "Tchau" });
    await t.asAna.put(`/tickets/${t.ticketId}`, { status: "closed" });
    await undo(id);
    await t.asAna.post(`/tickets/${t.ticketId}/undo-close`, {});
    expect(ticket()).toMatchObject({ status: "open", unread: 1, waitingSince: before.waitingSince });
  });

  test("an undo of a send wakes the ticket that the message had put back to sleep", async () => {
    const until = new Date(t.app.clock.now() + 60 * 60_000).toISOString();
    await t.asAna.put(`/tickets/${t.ticketId}/snooze`, { mode: "time", until });
    await pass(1000);
    t.receive(wrote(t.customer, "Ok", t.app.clock.now()));
    const before = ticket();
    const { id } = await send({ body: "Até lá" });
    expect(ticket()).toMatchObject({ asleep: t.app.clock.now() });
    await undo(id);
    expect(ticket()).toEqual(before);
  });

  test("webhooks get a held message when it is sent, and never one whose send was undone", async () => {
    const hook = { name: "CRM", url: "https://crm.example/hook", events: ["message.created"] };
    const made = await t.asAdmin.post("/webhooks", hook);
    expect([made.status, made.body.error]).toEqual([200, undefined]);
    const deliveries = () => all(t.tenant.db, "SELECT * FROM integration_delivery").length;
    const before = deliveries();
    const { id } = await send({ body: "Um" });
    await undo(id);
    await send({ body: "Dois" });
    expect(deliveries()).toBe(before);
    await pass(3000);
    expect(deliveries()).toBe(before + 1);
  });
});
