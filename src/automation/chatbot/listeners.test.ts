import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { networkId, wrote } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { option, queueing, shopOf } from "./testing.ts";

const { t, queuedTickets, start, meet } = queueing();
beforeAll(start);
afterAll(() => t.stop());
beforeEach(meet);

const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Suporte";

describe("an attendant", () => {
  const waiting = () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet" });
    shop.write("oi");
    shop.write("2");
    return shop;
  };
  const pendingBotTexts = (ticketId: number) =>
    all<{ state: string }>(
      t.tenant.db,
      "SELECT DISTINCT state FROM outbox WHERE ticket_id = ? AND source = 'bot'",
      ticketId,
    ).map(({ state }) => state);

  test("an attendant who accepts stops the bot and its unsent messages", async () => {
    run(t.tenant.db, "UPDATE connection SET status = 'OPENING'");
    const shop = waiting();
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "open" });
    expect(shop.ticket()).toMatchObject({
      chatbot: false,
      queueOptionId: null,
      botEndedAt: t.app.clock.now(),
    });
    expect(pendingBotTexts(shop.ticket().id)).toEqual(["cancelled"]);
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "pending" });
    expect(shop.write("1")).toEqual([]);
  });

  test("an attendant who writes on the phone stops the bot", () => {
    run(t.tenant.db, "UPDATE connection SET status = 'OPENING'");
    const shop = waiting();
    t.receive(
      wrote(t.customer, "Oi, aqui é o Beto", t.app.clock.now(), { fromMe: true, providerId: networkId() }),
    );
    expect(shop.ticket()).toMatchObject({ chatbot: false, status: "pending" });
    expect(pendingBotTexts(shop.ticket().id)).toEqual(["cancelled"]);
    expect(shop.write("1")).toEqual([]);
    expect(shop.write("#")).toEqual([MENU]);
  });

  test("an attendant who reopens and returns a ticket does not restart the bot", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    for (const status of ["open", "closed", "open", "pending"]) {
      t.app.clock.advance(60_000);
      await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status, silent: true });
    }
    expect([shop.ticket().status, shop.write("oi?")]).toEqual(["pending", []]);
  });

  test("an attendant who switches the bot off, for the ticket or the contact, makes the ticket wait", async () => {
    const shop = waiting();
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([true, []]);
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { chatbot: false });
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([false, [shop.ticket().id]]);

    shop.newcomer();
    shop.write("oi");
    shop.write("2");
    queuedTickets.length = 0;
    run(t.tenant.db, "UPDATE contact SET disable_bot = 1");
    expect(shop.write("1")).toEqual([]);
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([false, [shop.ticket().id]]);
    expect(shop.trail().at(-1)).toBe("bot_ended");
  });

  test("an attendant who transfers to a queue starts its bot only if the company enabled it", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet" });
    shop.write("oi");
    shop.write("1");
    const transfer = (queueId: number | undefined) =>
      t.asAdmin.put(`/tickets/${shop.ticket().id}`, { queueId, userId: null, status: "pending" });
    await transfer(shop.queues[1]);
    expect(shop.ticket()).toMatchObject({ chatbot: false, queueId: shop.queues[1] });
    await transfer(shop.queues[0]);
    queuedTickets.length = 0;
    writeSetting(t.tenant, "transferStartsBot", "enabled");
    await transfer(shop.queues[1]);
    expect(shop.ticket()).toMatchObject({ chatbot: true, queueId: shop.queues[1] });
    expect([shop.said().at(-1), queuedTickets]).toEqual([
      "Setor Suporte\n\n*1* - Internet\n*#* - Menu inicial",
      [],
    ]);
    shop.write("1");
    expect(queuedTickets).toEqual([shop.ticket().id]);
    await transfer(shop.queues[0]);
    expect(shop.said().at(-1)).toBe("Setor Vendas");
    expect(queuedTickets.length).toBe(2);
  });

  test("a transfer by a person, a macro or a bulk run states whether the bot of the queue starts", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    const [sales = 0, support = 0] = shop.queues;
    option(t, support, { option: "1", title: "Internet" });
    const inSales = async () => {
      shop.newcomer();
      shop.write("oi");
      const { id } = shop.ticket();
      await t.asAdmin.put(`/tickets/${id}`, { queueId: sales, startBot: false });
      expect(shop.ticket()).toMatchObject({ queueId: sales, chatbot: false });
      return id;
    };
    const started = { queueId: support, chatbot: true };
    await t.asAdmin.put(`/tickets/${await inSales()}`, { queueId: support, startBot: true });
    expect(shop.ticket()).toMatchObject(started);

    const actions = [{ action: "transfer", queueId: support, startBot: true }];
    const macro = (await t.asAdmin.post("/macros", { name: "Suporte", shared: true, actions })).body;
    const run = { ticketId: await inSales(), runId: crypto.randomUUID() };
    expect((await t.asAdmin.post(`/macros/${macro.id}/run`, run)).status).toBe(200);
    expect(shop.ticket()).toMatchObject(started);

    const body = { selection: { ids: [await inSales()] }, actions, requestId: crypto.randomUUID() };
    expect((await t.asAdmin.post("/tickets/bulk", body)).status).toBe(200);
    await t.app.app.runJob("bulk_actions");
    expect(shop.ticket()).toMatchObject(started);
  });
});
