import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { becomesTrue, settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

describe("a conversation", () => {
  const many = (count: number, from = 0) =>
    t.receive(
      ...Array.from({ length: count }, (_, index) =>
        wrote(t.customer, `n${from + index}`, t.app.clock.now()),
      ),
    );
  const bodies = (reply: { body: { messages: MessageAnswer[] } }) =>
    reply.body.messages.map(({ body }) => body);

  test("a page has twenty messages, the newest last, and later pages are not shifted by new messages", async () => {
    many(45);
    const first = await t.asAna.get(`/messages/${t.ticketId}`);
    expect(bodies(first)).toEqual(Array.from({ length: 20 }, (_, index) => `n${25 + index}`));
    expect(first.body).toMatchObject({ count: 46, hasMore: true, ticket: { id: t.ticketId } });
    many(3, 100);
    expect(bodies(await t.asAna.get(`/messages/${t.ticketId}?pageNumber=2`)).at(-1)).toBe("n24");
    const last = await t.asAna.get(`/messages/${t.ticketId}?pageNumber=3`);
    expect(bodies(last)).toEqual(["Oi", "n0", "n1", "n2", "n3", "n4"]);
    expect(last.body.hasMore).toBe(false);
  });

  test("pages before, after and around a message id contain exactly the neighbouring messages", async () => {
    many(45);
    const { messages } = (await t.asAna.get(`/messages/${t.ticketId}`)).body;
    const oldest = messages[0].id;
    expect(bodies(await t.asAna.get(`/messages/${t.ticketId}?before=${oldest}`)).at(-1)).toBe("n24");
    expect(bodies(await t.asAna.get(`/messages/${t.ticketId}?after=${oldest}`))[0]).toBe("n26");
    const around = bodies(await t.asAna.get(`/messages/${t.ticketId}?around=${oldest}`));
    expect([around[0], around[10], around.at(-1), around.length]).toEqual(["n15", "n25", "n35", 21]);
  });

  test("the timeline contains all tickets of the contact that the caller may read", async () => {
    const hidden = testQueue(t.tenant, "Diretoria");
    run(
      t.tenant.db,
      "UPDATE ticket SET status = 'closed', closed_at = 1, queue_id = ? WHERE id = ?",
      hidden,
      t.ticketId,
    );
    t.ticketId = t.begin();
    expect(bodies(await t.asAna.get(`/messages/${t.ticketId}`))).toEqual(["Oi"]);
    expect(bodies(await t.asAdmin.get(`/messages/${t.ticketId}`))).toEqual(["Oi", "Oi"]);
  });

  test("reading a colleague's ticket requires the setting userSpyChat", async () => {
    const beto = t.app.api(testUser(t.tenant, { name: "Beto", queueIds: [t.queueId] }));
    expect((await beto.get(`/messages/${t.ticketId}`)).body.error).toBe("ERR_NO_PERMISSION");
    writeSetting(t.tenant, "userSpyChat", "enabled");
    expect(bodies(await beto.get(`/messages/${t.ticketId}`))).toEqual(["Oi"]);
  });

  test("when the owner reads a ticket, its messages are marked read in the product and on the customer's phone", async () => {
    many(2);
    await t.asAdmin.get(`/messages/${t.ticketId}`);
    await t.asAna.get(`/messages/${t.ticketId}?pageNumber=2`);
    expect((await t.asAna.get(`/tickets/${t.ticketId}`)).body.unreadMessages).toBe(3);
    expect(t.provider.read).toEqual([]);
    await t.asAna.get(`/messages/${t.ticketId}`);
    await settle();
    expect((await t.asAna.get(`/tickets/${t.ticketId}`)).body.unreadMessages).toBe(0);
    expect(t.provider.read).toMatchObject([{ chat: t.customer.identities[0]?.address, ids: { length: 3 } }]);
    writeSetting(t.tenant, "sendReadReceipts", "disabled");
    many(1);
    await t.asAna.get(`/messages/${t.ticketId}`);
    await settle();
    expect(t.provider.read).toHaveLength(1);
  });

  test("an admin who answers in a colleague's ticket sends no read receipt", async () => {
    const { status } = await t.asAdmin.post(`/messages/${t.ticketId}`, { body: "Já vejo" });
    expect(status).toBe(200);
    await settle();
    expect((await t.asAdmin.get(`/tickets/${t.ticketId}`)).body.unreadMessages).toBe(0);
    expect(t.provider.read).toEqual([]);
  });

  test("a message that arrives while the owner watches the ticket is immediately marked read; typing is shown on the customer's phone", async () => {
    const socket = await t.app.socket(t.ana);
    socket.send({ t: "joinChatBox", ticketId: t.ticketId });
    await t.app.settled(t.ana, socket);
    await settle();
    expect(t.provider.read).toHaveLength(1);
    many(1);
    await settle();
    expect(t.provider.read).toHaveLength(2);
    socket.send({ t: "typing", ticketId: t.ticketId });
    socket.send({ t: "typing", ticketId: t.ticketId });
    await t.app.settled(t.ana, socket);
    await becomesTrue(() => t.provider.typed.length > 0);
    expect(t.provider.typed).toEqual([true]);
    t.app.clock.advance(5000);
    expect(t.provider.typed).toEqual([true, false]);
    socket.close();
  });
});

describe("the search of messages", () => {
  test("a search ignores accents and returns highlighted hits, newest first, from readable tickets only", async () => {
    t.receive(
      wrote(t.customer, "Quero o orçamento da padaria", t.app.clock.now()),
      wrote(t.customer, "E o ORCAMENTO, saiu?", t.app.clock.now()),
    );
    const { hits } = (await t.asAna.get("/messages/search?searchParam=orçam")).body;
    expect(hits.map(({ snippet }: { snippet: string }) => snippet)).toEqual([
      "E o \ue000ORCAMENTO\ue001, saiu?",
      "Quero o \ue000orçamento\ue001 da padaria",
    ]);
    expect(hits[0]).toMatchObject({ ticketId: t.ticketId, contactName: "Maria Souza" });
    const stranger = t.app.api(testUser(t.tenant, { name: "Caio" }));
    expect((await stranger.get("/messages/search?searchParam=orçam")).body.hits).toEqual([]);
    expect((await t.asAna.get("/messages/search?searchParam=o")).body.hits).toEqual([]);
    expect((await t.asAna.get(`/messages/search?searchParam=${encodeURIComponent('"*^NEAR(')}`)).status).toBe(
      200,
    );
    expect((await stranger.get(`/messages/search?searchParam=orç&ticketId=${t.ticketId}`)).status).toBe(404);
  });

  test("after an edit, a search finds the message by its new words only", async () => {
    const message = (await t.post({ body: "Custa dez reais" })).body.message;
    await t.accepted(message);
    expect((await t.asAna.put(`/messages/${message.id}`, { body: "Custa doze reais" })).status).toBe(200);
    const found = async (word: string) =>
      (await t.asAna.get(`/messages/search?searchParam=${word}&ticketId=${t.ticketId}`)).body.hits;
    expect(await found("doze")).toMatchObject([{ id: message.id }]);
    expect(await found("reais")).toMatchObject([{ id: message.id }]);
    expect(await found("dez")).toEqual([]);
  });
});
