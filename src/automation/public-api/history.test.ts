import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { NumberCheckPort } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

const NUMBER = "5511988887777";
let token: string;
beforeEach(async () => {
  t.meet();
  token = `segredo-${crypto.randomUUID()}`;
  expect((await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token })).status).toBe(200);
  t.app.installation.ports.plug(NumberCheckPort, { check: async () => null });
});

async function send(body: string) {
  const response = await fetch(`${t.app.url}/api/messages/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ number: NUMBER, body }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { messageId: number; ticketId: number; contactId: number };
}

describe("the history of the API", () => {
  const history = (query = "") => t.asAdmin.get(`/messages-api/history${query}`);

  test("the history of the API lists messages sent through the API only, newest first", async () => {
    const first = await send("Primeira");
    await send("Segunda");
    await t.post({ body: "de uma pessoa" });
    const { status, body } = await history();
    expect(status).toBe(200);
    expect(body.messages.slice(0, 2).map((line: { body: string }) => line.body)).toEqual([
      "Segunda",
      "Primeira",
    ]);
    expect(body.messages.map((line: { body: string }) => line.body)).not.toContain("de uma pessoa");
    expect(body.messages[1]).toMatchObject({
      id: first.messageId,
      ticketId: first.ticketId,
      whatsappId: t.connectionId,
      contact: { id: first.contactId, number: NUMBER },
      error: null,
    });
  });

  test("the history of the API continues after the last row, and filters by connection", async () => {
    for (let index = 0; index < 35; index += 1) await send(`Aviso ${index}`);
    const { messages, hasMore } = (await history(`?whatsappId=${t.connectionId}`)).body;
    expect([messages.length, hasMore]).toEqual([30, true]);
    const rest = (await history(`?whatsappId=${t.connectionId}&before=${messages.at(-1).id}`)).body;
    expect(rest.messages[0].id).toBeLessThan(messages.at(-1).id);
    expect((await history("?whatsappId=99999")).body).toEqual({ messages: [], hasMore: false });
  });

  test("the list of messages sent by the API is read through an index", () => {
    const plan = (where: string) =>
      all<{ detail: string }>(
        t.tenant.db,
        `EXPLAIN QUERY PLAN SELECT m.id FROM message m JOIN contact c ON c.id = m.contact_id
         WHERE m.origin = 'api' AND ${where} ORDER BY m.id DESC LIMIT 31`,
        ...(where.match(/\?/g) ?? []).map(() => 5),
      )
        .map(({ detail }) => detail)
        .join();
    expect(plan("m.connection_id = ? AND m.id < ?")).toContain("message_api_connection");
    expect(plan("m.id < ?")).toContain("message_api ");
    expect(plan("m.connection_id = ? AND m.id < ?") + plan("m.id < ?")).not.toContain("TEMP B-TREE");
  });

  test("an attendant who is not an admin is refused the list of messages sent by the API", async () => {
    expect((await t.asAna.get("/messages-api/history")).status).toBe(403);
  });
});
