import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { networkId, wrote } from "#messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { writeSetting } from "#settings/index.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import { TicketQueued } from "#tickets/events.ts";
import { option, shopOf } from "./testing.ts";

const t = talk();
const queuedTickets: number[] = [];
beforeAll(async () => {
  await t.start();
  t.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queuedTickets.push(ticket.id));
});
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  queuedTickets.length = 0;
});

const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Suporte";
const tracking = (ticketId: number) =>
  one<{ queued_at: number | null; chatbot_at: number | null }>(
    t.tenant.db,
    "SELECT queued_at, chatbot_at FROM ticket_tracking WHERE ticket_id = ? AND finished_at IS NULL",
    ticketId,
  );

describe("a customer before the menu", () => {
  test("chooses a queue, and waits there; only then is the ticket distributed", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    expect(shop.write("1")).toEqual([MENU]);
    expect(shop.ticket()).toMatchObject({ queueId: null, amountUsedBotQueues: 1, status: "pending" });
    const first = t.app.clock.now();
    expect([queuedTickets, tracking(shop.ticket().id)?.chatbot_at]).toEqual([[], first]);

    expect(shop.write("2")).toEqual(["Setor Suporte"]);
    expect(shop.ticket()).toMatchObject({ queueId: shop.queues[1], chatbot: false, amountUsedBotQueues: 0 });
    expect(queuedTickets).toEqual([shop.ticket().id]);
    expect(tracking(shop.ticket().id)?.queued_at).toBe(t.app.clock.now());
    expect(shop.trail()).toEqual(["created", "queued"]);
    expect([shop.write("obrigado"), queuedTickets.length]).toEqual([[], 1]);
  });

  test("variables of the greeting are filled in", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"], "{{ms}}, {{firstName}}!");
    expect(shop.write("oi")[0]).toStartWith("Boa tarde, Rui!\n\n*1* - Vendas");
  });

  test("who never chooses goes to the queue of the connection, or waits for an admin", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(t.tenant.db, "UPDATE connection SET send_id_queue = ?", shop.queues[0] ?? 0);
    for (const text of ["a", "b", "c"]) shop.write(text);
    expect(queuedTickets).toEqual([]);
    expect(shop.write("d")).toEqual([]);
    expect(shop.ticket().queueId).toBe(shop.queues[0] ?? 0);
    expect([shop.trail(), queuedTickets.length]).toEqual([["created", "bot_limit"], 1]);

    run(t.tenant.db, "UPDATE connection SET send_id_queue = ?", t.queueId);
    shop.newcomer();
    for (const text of ["a", "b", "c", "d", "e"]) shop.write(text);
    expect([shop.ticket().queueId, shop.trail()]).toEqual([null, ["created", "bot_limit"]]);
  });

  test("a backlog is answered once, and what is too old not at all", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    const now = t.app.clock.now();
    t.receive(...["Oi", "tudo bem?", "2"].map((text) => wrote(t.customer, text, now)));
    expect(shop.said()).toEqual([MENU]);
    shop.newcomer();
    t.receive(wrote(t.customer, "Oi", now - 13 * 3_600_000));
    expect(shop.said()).toEqual([]);
  });

  test("what is no text is no choice", () => {
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

  test("comes back within the reuse time into the queue he had, without a menu, and is distributed", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    shop.write("1");
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    queuedTickets.length = 0;
    expect(shop.write("mais uma coisa")).toEqual([]);
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
  });

  test("is left alone for the time the connection says after a bot ended, on a new ticket too", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(
      t.tenant.db,
      "UPDATE connection SET time_use_bot_queues_minutes = 30, time_create_new_ticket_minutes = 0",
    );
    shop.write("oi");
    shop.write("1");
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    expect(shop.write("oi")).toEqual([]);
    expect(shop.write("#")).toEqual([MENU]);
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    t.app.clock.advance(31 * 60_000);
    expect(shop.write("oi")).toEqual([MENU]);
  });

  test("nobody is bothered who wants no bots", () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    shop.write("oi");
    run(t.tenant.db, "UPDATE contact SET disable_bot = 1");
    expect(shop.write("1")).toEqual([]);
  });
});

describe("the only queue of a connection", () => {
  test("is given at once, its greeting said once per ticket, its ticket distributed once", () => {
    const shop = shopOf(t, ["Vendas"]);
    expect(shop.write("Oi")).toEqual(["Setor Vendas"]);
    expect(shop.write("Oi?")).toEqual([]);
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
    writeSetting(t.tenant, "sendGreetingMessageOneQueues", "enabled");
    shop.newcomer();
    expect(shop.write("Oi")).toEqual(["Bem-vindo", "Setor Vendas"]);
  });

  test("is given where no bot may speak, and distributed", () => {
    const shop = shopOf(t, ["Vendas"]);
    t.receive(wrote(t.customer, "Oi", t.app.clock.now() - 13 * 3_600_000));
    expect([shop.said(), shop.ticket().queueId, queuedTickets.length]).toEqual([[], shop.queues[0] ?? 0, 1]);
  });

  test("with a tree: the bot keeps the ticket until the end of a branch", () => {
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

describe("the tree of a queue", () => {
  const inTree = () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    const root = option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet", message: "O que houve?" });
    const leaf = (fields: Readonly<Record<string, string | number | null>>) =>
      option(t, shop.queues[1] ?? 0, { parent_id: root, option: "1", title: "Lenta", ...fields });
    const walk = () => ["oi", "2", "1", "1"].map((text) => shop.write(text)).at(-1);
    return { ...shop, leaf, walk };
  };

  test("gives the ticket to a person of the queue, who is told like at a transfer", () => {
    const shop = inTree();
    run(t.tenant.db, "INSERT INTO user_queue VALUES (?, ?)", t.ana.actor.id, shop.queues[1] ?? 0);
    shop.leaf({ action: "user", target_user_id: t.ana.actor.id, message: "Ana já vem" });
    expect(shop.walk()).toEqual(["Ana já vem"]);
    expect(shop.ticket()).toMatchObject({ status: "open", userId: t.ana.actor.id, chatbot: false });
    expect(
      all(t.tenant.db, "SELECT 1 FROM outbox WHERE ticket_id = ? AND state = 'cancelled'", shop.ticket().id),
    ).toEqual([]);
  });

  test("leaves it to the queue when that person is not in it", () => {
    const shop = inTree();
    shop.leaf({ action: "user", target_user_id: t.ana.actor.id });
    shop.walk();
    expect(shop.ticket()).toMatchObject({ status: "pending", userId: null, chatbot: false });
    expect(queuedTickets).toEqual([shop.ticket().id]);
  });

  test("closes with its last words, which are sent", () => {
    const shop = inTree();
    shop.leaf({ action: "close", message: "Até logo" });
    expect(shop.walk()).toEqual(["Até logo"]);
    expect(shop.ticket()).toMatchObject({ status: "closed", closeReason: "bot" });
    expect(
      all(t.tenant.db, "SELECT 1 FROM outbox WHERE ticket_id = ? AND state = 'cancelled'", shop.ticket().id),
    ).toEqual([]);
  });

  test("puts a tag on it", () => {
    const shop = inTree();
    const { id } = run(
      t.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('Lenta', '#112233', 0, 0)",
    );
    shop.leaf({ action: "tag", target_tag_id: id });
    shop.walk();
    expect(
      one<{ tag_id: number }>(
        t.tenant.db,
        "SELECT tag_id FROM ticket_tag WHERE ticket_id = ?",
        shop.ticket().id,
      )?.tag_id,
    ).toBe(id);
  });

  test("can be edited while somebody stands in it", () => {
    const shop = inTree();
    shop.leaf({});
    for (const text of ["oi", "2", "1"]) shop.write(text);
    run(t.tenant.db, "DELETE FROM queue_option WHERE title = 'Internet'");
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Wi-Fi" });
    expect(shop.write("1")).toEqual(["Setor Suporte\n\n*1* - Wi-Fi\n*#* - Menu inicial"]);
  });
});

describe("a person", () => {
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

  test("who accepts stops the bot and what it still wanted to say", async () => {
    t.provider.answers.send = () => new Promise(() => {});
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

  test("who writes on the phone stops it too", () => {
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

  test("who transfers to a queue begins its bot only where the company wants it", async () => {
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
});

describe("out of hours", () => {
  const closeCompany = async () => {
    const holiday = new Intl.DateTimeFormat("sv", { timeZone: "America/Sao_Paulo" }).format(
      t.app.clock.now(),
    );
    writeSetting(t.tenant, "scheduleType", "company");
    writeSetting(t.tenant, "holidays", JSON.stringify([{ date: holiday, spans: [] }]));
    await t.asAdmin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: [{ weekdayEn: "monday", startTime: "08:00", endTime: "18:00" }],
    });
    run(t.tenant.db, "UPDATE connection SET out_of_hours_message = 'Estamos fechados'");
  };

  test("the text comes once, no menu follows, and the ticket waits", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    expect(["oi", "1", "oi?"].map((text) => shop.write(text))).toEqual([["Estamos fechados"], [], []]);
    expect(shop.ticket()).toMatchObject({ status: "pending", queueId: null });
    expect(shop.trail()).toEqual(["created", "out_of_hours"]);
    t.app.clock.advance(61 * 60_000);
    expect(shop.write("oi")).toEqual(["Estamos fechados"]);
  });

  test("or the ticket is closed without another word, and the text is not said again at once", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    writeSetting(t.tenant, "outOfHoursAction", "close");
    expect(shop.write("oi")).toEqual(["Estamos fechados"]);
    expect(shop.ticket()).toMatchObject({ status: "closed", closeReason: "bot" });
    expect(shop.write("alô?")).toEqual([]);
    expect(shop.ticket().status).toBe("closed");
  });

  test("a ticket of the only queue waits in it", async () => {
    const shop = shopOf(t, ["Vendas"]);
    await closeCompany();
    shop.write("oi");
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
  });
});

describe("two bots that talk to each other", () => {
  test("the same text three times in a row, and ours is off; the admins hear of it", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(t.tenant.db, "UPDATE connection SET max_use_bot_queues = 0");
    const answers = ["a", "b", "c", "d", "e", "f"].map((text) => shop.write(text).length);
    expect(answers).toEqual([1, 1, 1, 1, 0, 0]);
    expect(shop.ticket().botOff).toBe(true);
    expect(shop.trail()).toEqual(["created", "loop_guard"]);
    expect(all(t.tenant.db, "SELECT 1 FROM notice WHERE code = 'loop_guard'").length).toBe(1);
    expect(shop.write("#")).toEqual([]);
  });

  test("who answers within two seconds five times in a row is no person", () => {
    const shop = shopOf(t, ["Vendas"]);
    const root = option(t, shop.queues[0] ?? 0, { option: "1", title: "Um", message: "Um" });
    option(t, shop.queues[0] ?? 0, { parent_id: root, option: "1", title: "Dois" });
    const quick = (text: string) => {
      t.app.clock.advance(500);
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      return shop.ticket().botOff;
    };
    expect(["oi", "1", "0", "1", "0", "1"].map(quick)).toEqual([false, false, false, false, false, true]);
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([false, [shop.ticket().id]]);
  });

  test("twenty texts in ten minutes are enough", () => {
    const shop = shopOf(t, ["Vendas"]);
    const root = option(t, shop.queues[0] ?? 0, { option: "1", title: "Um", message: "Um" });
    option(t, shop.queues[0] ?? 0, { parent_id: root, option: "1", title: "Dois" });
    for (let turn = 0; turn < 30; turn += 1) shop.write(turn % 2 === 0 ? "1" : "0");
    expect(shop.said().length).toBe(20);
  });
});

describe("a rehearsal", () => {
  test("answers as the bot would, writes nothing, sends nothing", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"], "Olá, {{nome}}!");
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet", message: "Reinicie" });
    const before = all(t.tenant.db, "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM outbox)");
    const play = async (text: string | null, state: unknown) =>
      (await t.asAdmin.post("/chatbot/rehearsal", { whatsappId: t.connectionId, state, text })).body;
    const first = await play(null, null);
    expect(first.says).toEqual([{ text: "Olá, Chefe!\n\n*1* - Vendas\n*2* - Suporte", mediaUrl: null }]);
    expect(first.end).toBeNull();
    const second = await play("suporte", first.state);
    expect(second.says[0].text).toContain("*1* - Internet");
    const third = await play("1", second.state);
    expect(third).toMatchObject({
      says: [{ text: "Reinicie", mediaUrl: null }],
      end: { kind: "wait", queueId: shop.queues[1], userId: null },
    });
    expect(all(t.tenant.db, "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM outbox)")).toEqual(
      before,
    );
  });

  test("of a queue by itself, at another hour", async () => {
    writeSetting(t.tenant, "scheduleType", "queue");
    run(
      t.tenant.db,
      "UPDATE queue SET out_of_hours_message = 'Fechado', schedules = ? WHERE id = ?",
      JSON.stringify([{ weekday: "Segunda", weekdayEn: "monday", startTime: "08:00", endTime: "18:00" }]),
      t.queueId,
    );
    const at = (iso: string) =>
      t.asAdmin.post("/chatbot/rehearsal", { queueId: t.queueId, state: null, text: null, at: iso });
    expect((await at("2026-11-22T12:00:00.000Z")).body).toMatchObject({
      says: [{ text: "Fechado" }],
      end: { kind: "closedHours", queueId: t.queueId },
    });
    expect((await at("2026-11-23T12:00:00.000Z")).body.end).toMatchObject({
      kind: "queue",
      queueId: t.queueId,
    });
  });

  test("is for admins, and of something that exists", async () => {
    const body = { queueId: t.queueId, state: null, text: null };
    expect((await t.asAna.post("/chatbot/rehearsal", body)).status).toBe(403);
    const admin = t.app.api(testUser(t.tenant, { profile: "admin" }));
    expect((await admin.post("/chatbot/rehearsal", { ...body, queueId: 999 })).body.error).toBe(
      "ERR_NO_QUEUE_FOUND",
    );
    expect((await admin.post("/chatbot/rehearsal", { ...body, queueId: null })).status).toBe(400);
    expect((await admin.post("/chatbot/rehearsal", { ...body, state: { queueId: "x" } })).status).toBe(400);
  });
});
