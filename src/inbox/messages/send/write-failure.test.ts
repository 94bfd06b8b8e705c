import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

/** Makes SQLite refuse every new row of the table. */
const breakTable = (table: "message" | "ticket" | "chat_message") =>
  t.tenant.db.$client.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`,
  );
const repair = () => t.tenant.db.$client.exec("DROP TRIGGER broken");

describe("a failed database write", () => {
  test("a failed write of a message answers 500 ERR_CREATING_MESSAGE with a request id; nothing is sent and a repetition succeeds", async () => {
    breakTable("message");
    const before = t.texts().length;
    const refused = await t.post({ body: "Bom dia" });
    expect(refused).toMatchObject({
      status: 500,
      body: { error: "ERR_CREATING_MESSAGE", details: { requestId: expect.any(String) } },
    });
    expect(JSON.stringify(refused.body)).not.toContain("disk I/O");
    await settle();
    expect(t.texts()).toHaveLength(before);
    repair();
    expect((await t.post({ body: "Bom dia" })).status).toBe(200);
  });

  test("a failed write of a file message answers 500 ERR_CREATING_MESSAGE", async () => {
    breakTable("message");
    const form = new FormData();
    form.set("body", "Recibo");
    form.append("medias", new File(["%PDF-1.4\n%%EOF\n"], "recibo.pdf", { type: "application/pdf" }));
    expect(await t.post(form)).toMatchObject({ status: 500, body: { error: "ERR_CREATING_MESSAGE" } });
  });

  test("a failed request for the phone answers 500 ERR_CREATING_MESSAGE", async () => {
    run(t.tenant.db, "UPDATE contact SET number = NULL");
    breakTable("message");
    const refused = await t.asAna.post(`/tickets/${t.ticketId}/ask-phone`);
    expect(refused).toMatchObject({ status: 500, body: { error: "ERR_CREATING_MESSAGE" } });
  });

  test("a failed write of a message of the send API answers 500 ERR_CREATING_MESSAGE with its text", async () => {
    const token = `segredo-${crypto.randomUUID()}`;
    await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token });
    breakTable("message");
    const response = await fetch(`${t.app.url}/api/messages/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ number: t.customer.identities[0]?.value, body: "Pedido pronto" }),
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 500,
      body: { error: "ERR_CREATING_MESSAGE", mensagem: expect.any(String) },
    });
  });

  test("a failed write of a team chat's message answers 500 ERR_CREATING_MESSAGE", async () => {
    const { id } = testUser(t.tenant, { name: "Bia" }).actor;
    const chat = (await t.asAna.post("/chats", { title: "Vendas", users: [{ id }] })).body;
    breakTable("chat_message");
    const refused = await t.asAna.post(`/chats/${chat.id}/messages`, { message: "Oi" });
    expect(refused).toMatchObject({ status: 500, body: { error: "ERR_CREATING_MESSAGE" } });
  });

  test("a failed write of a ticket answers 500 ERR_CREATING_TICKET and leaves no rows", async () => {
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1 WHERE id = ?", t.ticketId);
    const { contactId } = (await t.asAna.get(`/tickets/${t.ticketId}`)).body;
    breakTable("ticket");
    const open = () => t.asAna.post("/tickets", { contactId, queueId: t.queueId });
    expect(await open()).toMatchObject({ status: 500, body: { error: "ERR_CREATING_TICKET" } });
    repair();
    expect((await open()).status).toBe(200);
  });
});

describe("a message without a network id", () => {
  test("reacting to, editing or deleting a message without a network id answers 404 ERR_FETCH_WAPP_MSG", async () => {
    const message = (await t.post({ body: "já foi" })).body.message;
    await t.accepted(message);
    run(t.tenant.db, "UPDATE message SET provider_id = NULL WHERE id = ?", message.id);
    const gone = { status: 404, body: { error: "ERR_FETCH_WAPP_MSG" } };
    expect(await t.asAna.put(`/messages/${message.id}/reaction`, { emoji: "👍" })).toMatchObject(gone);
    expect(await t.asAna.put(`/messages/${message.id}`, { body: "foi" })).toMatchObject(gone);
    expect(await t.asAna.delete(`/messages/${message.id}`)).toMatchObject(gone);
  });
});
