import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { png } from "#channels/media/testing.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { option, queueing, shopOf } from "./testing.ts";

const { t, queuedTickets, start, meet } = queueing();
beforeAll(start);
afterAll(() => t.stop());
beforeEach(meet);

const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Suporte";
const tracking = (ticketId: number) =>
  one<{ queued_at: number | null; chatbot_at: number | null }>(
    t.tenant.db,
    "SELECT queued_at, chatbot_at FROM ticket_period WHERE ticket_id = ? AND finished_at IS NULL",
    ticketId,
  );

describe("a customer at the menu", () => {
  test("a customer at the menu chooses a queue and waits there, and only then the ticket is distributed", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    expect(shop.write("1")).toEqual([MENU]);
    expect(shop.ticket()).toMatchObject({ queueId: null, botMenusSent: 1, status: "pending" });
    const first = t.app.clock.now();
    expect([queuedTickets, tracking(shop.ticket().id)?.chatbot_at]).toEqual([[], first]);

    expect(shop.write("2")).toEqual(["Setor Suporte"]);
    expect(shop.ticket()).toMatchObject({ queueId: shop.queues[1], chatbot: false, botMenusSent: 0 });
    expect(queuedTickets).toEqual([shop.ticket().id]);
    expect(tracking(shop.ticket().id)?.queued_at).toBe(t.app.clock.now());
    expect(shop.trail()).toEqual(["created", "queued"]);
    expect([shop.write("obrigado"), queuedTickets.length]).toEqual([[], 1]);
  });

  test("a customer at the menu gets the greeting with its variables filled in", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"], "{{ms}}, {{firstName}}!");
    expect(shop.write("oi")[0]).toStartWith("Boa tarde, Rui!\n\n*1* - Vendas");
  });

  test("a customer at the menu who never chooses goes to the configured queue, or waits for an admin", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(t.tenant.db, "UPDATE connection SET redirect_queue_id = ?", shop.queues[0] ?? 0);
    for (const text of ["a", "b", "c"]) shop.write(text);
    expect(queuedTickets).toEqual([]);
    expect(shop.write("d")).toEqual([]);
    expect(shop.ticket().queueId).toBe(shop.queues[0] ?? 0);
    expect([shop.trail(), queuedTickets.length]).toEqual([["created", "bot_limit"], 1]);

    run(t.tenant.db, "UPDATE connection SET redirect_queue_id = ?", t.queueId);
    shop.newcomer();
    for (const text of ["a", "b", "c", "d", "e"]) shop.write(text);
    expect([shop.ticket().queueId, shop.trail()]).toEqual([null, ["created", "bot_limit"]]);
  });

  test("a customer at the menu gets one answer to a backlog, and none to messages that are too old", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    const now = t.app.clock.now();
    t.receive(...["Oi", "tudo bem?", "2"].map((text) => wrote(t.customer, text, now)));
    expect(shop.said()).toEqual([MENU]);
    shop.newcomer();
    t.receive(wrote(t.customer, "Oi", now - 13 * 3_600_000));
    expect(shop.said()).toEqual([]);
  });

  test("a customer at the menu does not choose with a message other than text", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    t.app.clock.advance(5000);
    t.receive(
      wrote(
        t.customer,
        { type: "location", latitude: 1, longitude: 2, name: "1", address: "", thumbnail: null },
        t.app.clock.now(),
      ),
    );
    expect(shop.said()[1]).toBe(`Opção inválida. Escolha uma das opções do menu.\n\n${MENU}`);
  });

  test("a customer at the menu who returns within the reuse time gets the previous queue without a menu", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    shop.write("1");
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    queuedTickets.length = 0;
    expect(shop.write("mais uma coisa")).toEqual([]);
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
  });

  test("a customer at the menu gets no menu during the pause after a bot ended, also in a new ticket", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(
      t.tenant.db,
      "UPDATE connection SET bot_menu_interval_minutes = 30, time_create_new_ticket_minutes = 0",
    );
    shop.write("oi");
    shop.write("1");
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    t.app.clock.advance(10_000);
    expect(shop.write("oi")).toEqual([]);
    expect(shop.write("#")).toEqual([MENU]);
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    t.app.clock.advance(31 * 60_000);
    expect(shop.write("oi")).toEqual([MENU]);
  });

  test("a customer whose contact is excluded from bots gets no answer of the bot", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    run(t.tenant.db, "UPDATE contact SET disable_bot = 1");
    expect(shop.write("1")).toEqual([]);
  });
});

describe("the only queue of a connection", () => {
  test("the only queue of a connection is entered at once, greets once per ticket, and distributes the ticket once", () => {
    const shop = shopOf(t, ["Vendas"]);
    expect(shop.write("Oi")).toEqual(["Setor Vendas"]);
    expect(shop.write("Oi?")).toEqual([]);
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
    writeSetting(t.tenant, "sendGreetingMessageOneQueues", "enabled");
    shop.newcomer();
    expect(shop.write("Oi")).toEqual(["Bem-vindo", "Setor Vendas"]);
  });

  test("the only queue of a connection greets with a copy of its file", async () => {
    const shop = shopOf(t, ["Vendas"]);
    const [queueId = 0] = shop.queues;
    const form = new FormData();
    form.append("file", new File([new Uint8Array(await png())], "tabela.png"));
    await t.asAdmin.post(`/queue/${queueId}/media-upload`, form);
    shop.write("Oi");
    const rows = all<{ media_type: string | null; media_id: number | null; origin: string }>(
      t.tenant.db,
      "SELECT media_type, media_id, origin FROM message WHERE ticket_id = ? AND from_me = 1 ORDER BY id",
      shop.ticket().id,
    );
    expect(rows).toMatchObject([
      { media_type: null, origin: "bot" },
      { media_type: "image", origin: "bot" },
    ]);
    const own = one<{ media_id: number }>(
      t.tenant.db,
      "SELECT media_id FROM queue WHERE id = ?",
      queueId,
    )?.media_id;
    expect([rows[1]?.media_id === own, typeof own]).toEqual([false, "number"]);
  });

  test("the only queue of a connection greets and distributes a backlog once, at its last message", () => {
    const shop = shopOf(t, ["Vendas"]);
    const now = t.app.clock.now();
    t.receive(...["Oi", "tudo bem?", "alô"].map((text) => wrote(t.customer, text, now)));
    expect([shop.said(), queuedTickets]).toEqual([["Setor Vendas"], [shop.ticket().id]]);
  });

  test("with no bot allowed, the only queue of a connection is set and the ticket is distributed", () => {
    const shop = shopOf(t, ["Vendas"]);
    t.receive(wrote(t.customer, "Oi", t.app.clock.now() - 13 * 3_600_000));
    expect([shop.said(), shop.ticket().queueId, queuedTickets.length]).toEqual([[], shop.queues[0] ?? 0, 1]);
  });

  test("the only queue of a connection with an option tree keeps the ticket with the bot until the end of a branch", () => {
    const shop = shopOf(t, ["Vendas"]);
    option(t, shop.queues[0] ?? 0, { option: "1", title: "Preços", message: "Segue a tabela" });
    expect(shop.write("Oi")).toEqual(["Setor Vendas\n\n*1* - Preços\n*#* - Menu inicial"]);
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([true, []]);
    expect(shop.write("1")).toEqual(["Segue a tabela"]);
    expect([shop.ticket().chatbot, queuedTickets.length, shop.trail()]).toEqual([
      false,
      1,
      ["created", "bot_ended"],
    ]);
  });
});
