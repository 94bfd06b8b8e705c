import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { PresencePort } from "#accounts/users/presence/presence.ts";
import { type BotResponder, BotRespondersPort } from "#automation/chatbot/responder-port.ts";
import { option } from "#automation/chatbot/testing.ts";
import { MESSAGE, type RuleShop, ruleShop, says } from "#automation/rules/testing.ts";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
let shop: RuleShop;
let sales = 0;
let support = 0;
/** What the responders got. */
const heard: string[] = [];
let takes = true;
const responder = (kind: string): BotResponder => ({
  takes: (_tenant, id) => takes && id === 7,
  begin: (_unit, { message, id }) => void heard.push(`${kind} ${id} begins: ${message?.body ?? "-"}`),
  hear: (_unit, { message, id }) => void heard.push(`${kind} ${id}: ${message.body}`),
});
beforeAll(async () => {
  await t.start();
  const responders = t.app.installation.ports.use(BotRespondersPort);
  responders.join("prompt", responder("prompt"));
  responders.join("integration", responder("integration"));
});
afterAll(() => t.stop());
beforeEach(async () => {
  shop = await ruleShop(t);
  [sales = 0, support = 0] = shop.queues;
  heard.length = 0;
  takes = true;
  run(
    t.tenant.db,
    `INSERT INTO prompt (id, name, prompt, queue_id, base_url, model, api_key, created_at, updated_at)
     VALUES (7, 'IA', 'x', ?, '', '', 'k', 0, 0)`,
    sales,
  );
  run(
    t.tenant.db,
    "INSERT INTO integration (id, type, name, of_company, created_at, updated_at) VALUES (7, 'typebot', 'Fluxo', 0, 0, 0)",
  );
});

/** The last run of the rule: its outcome and reason. */
const outcome = async ({ id }: { id: number }) => {
  const [last] = await shop.runs(id);
  return last && [last.outcome, last.reason];
};
/** The customer's ticket waits in a queue for a person. */
const waitIn = (queueId: number) => {
  shop.write("Oi");
  const wait = "UPDATE ticket SET queue_id = ?, chatbot = 0, bot_ended_at = ? WHERE id = ?";
  run(t.tenant.db, wait, queueId, t.app.clock.now(), shop.ticket().id);
};
const onTag = { event: "tag_added" } as const;
const tagTicket = (ticketId = shop.ticket().id) => {
  addTag(shop.admin, ticketId, shop.tag("x"));
  shop.settle();
};

describe("a rule that starts a bot", () => {
  test("a rule starts the menu of queues for a customer who waits for a person", async () => {
    waitIn(support);
    const rule = await shop.rule({
      event: MESSAGE,
      conditions: says("menu"),
      actions: [{ action: "start_menu" }],
    });
    expect(shop.write("quero o menu")).toEqual([expect.stringContaining("*1* - Vendas")]);
    expect(await outcome(rule)).toEqual(["fired", null]);
    expect(shop.ticket()).toMatchObject({ queueId: null, status: "pending" });
    shop.write("1");
    expect(shop.ticket().queueId).toBe(sales);
  });

  test("a rule starts the options of the ticket's queue, and the customer chooses one", async () => {
    option(t, support, { title: "Segunda via", message: "Aqui está", option: "1" });
    waitIn(support);
    await shop.rule({ event: MESSAGE, conditions: says("boleto"), actions: [{ action: "start_tree" }] });
    expect(shop.write("boleto")).toEqual([expect.stringContaining("*1* - Segunda via")]);
    expect(shop.ticket()).toMatchObject({ queueId: support, chatbot: true });
    expect(shop.write("1")).toEqual([expect.stringContaining("Aqui está")]);
  });

  test("a rule that starts the options of a queue fails for a ticket without a queue and for a queue without options", async () => {
    const rule = await shop.rule({ event: MESSAGE, actions: [{ action: "start_tree" }] });
    shop.write("Oi");
    expect(await outcome(rule)).toEqual(["failed", "ERR_NO_QUEUE_FOUND"]);
    waitIn(support);
    shop.write("Oi");
    expect(await outcome(rule)).toEqual(["failed", "ERR_NOT_SUPPORTED"]);
  });

  test.each([
    ["prompt", { action: "start_prompt", promptId: 7 }],
    ["integration", { action: "start_integration", integrationId: 7 }],
  ])("a %s that a rule starts gets the message of the event and every later one", async (kind, action) => {
    const rule = await shop.rule({ event: MESSAGE, conditions: says("preço"), actions: [action] });
    expect(shop.write("qual o preço?")).toEqual([]);
    shop.write("e o prazo?");
    expect(heard).toEqual([`${kind} 7 begins: qual o preço?`, `${kind} 7: e o prazo?`]);
    expect(shop.ticket()).toMatchObject({ useIntegration: true, [`${kind}Id`]: 7, status: "pending" });
    expect((await shop.runs(rule.id, "fired")).map(({ reason }) => reason)).toEqual([null]);
  });

  test("a prompt that has the conversation continues it when a rule starts it again", async () => {
    await shop.rule({ event: MESSAGE, actions: [{ action: "start_prompt", promptId: 7 }] });
    for (const text of ["oi", "alguém?"]) shop.write(text);
    expect(heard).toEqual(["prompt 7 begins: oi", "prompt 7: alguém?"]);
  });

  test("a rule whose event has no customer message starts a prompt in a waiting ticket, too", async () => {
    waitIn(sales);
    const rule = await shop.rule({ ...onTag, actions: [{ action: "start_prompt", promptId: 7 }] });
    tagTicket();
    expect(await outcome(rule)).toEqual(["fired", null]);
    expect(heard).toEqual(["prompt 7 begins: -"]);
  });

  test("a prompt that can no longer answer makes the rule fail, and the menu answers the customer", async () => {
    const rule = await shop.rule({ event: MESSAGE, actions: [{ action: "start_prompt", promptId: 7 }] });
    takes = false;
    expect(shop.write("oi")[0]).toContain("Bem-vindo");
    expect(await outcome(rule)).toEqual(["failed", "ERR_NOT_FOUND"]);
  });

  test("no bot starts in a ticket that a person has", async () => {
    const rule = await shop.rule({ ...onTag, actions: [{ action: "start_menu" }] });
    tagTicket(t.ticketId);
    expect(await outcome(rule)).toEqual(["failed", "ERR_TICKET_ALREADY_ACCEPTED"]);
    expect(one(t.tenant.db, "SELECT status, user_id AS userId FROM ticket WHERE id = ?", t.ticketId)).toEqual(
      {
        status: "open",
        userId: t.ana.actor.id,
      },
    );
  });

  test("no bot starts for a contact who is excluded from bots", async () => {
    waitIn(sales);
    run(t.tenant.db, "UPDATE contact SET disable_bot = 1");
    const rule = await shop.rule({ event: MESSAGE, actions: [{ action: "start_menu" }] });
    expect(shop.write("oi")).toEqual([]);
    expect(await outcome(rule)).toEqual(["failed", "ERR_NOT_SUPPORTED"]);
  });

  test("a ticket that is offered to an attendant is no longer offered when a rule starts a bot", async () => {
    run(t.tenant.db, "UPDATE queue SET allow_distributed = 1 WHERE id = ?", sales);
    waitIn(sales);
    run(
      t.tenant.db,
      "UPDATE ticket SET user_distributed = ?, distributed_at = ? WHERE id = ?",
      t.ana.actor.id,
      t.app.clock.now(),
      shop.ticket().id,
    );
    await shop.rule({ event: MESSAGE, actions: [{ action: "start_prompt", promptId: 7 }] });
    shop.write("oi");
    shop.write("alguém?");
    expect(heard).toEqual(["prompt 7 begins: oi", "prompt 7: alguém?"]);
    expect(shop.ticket()).toMatchObject({ useIntegration: true, userDistributed: null });
  });

  test("outside opening hours a rule starts no bot, and the customer gets the closed notice", async () => {
    run(t.tenant.db, "UPDATE connection SET out_of_hours_message = 'Estamos fechados'");
    const admin = t.app.api(shop.admin);
    await admin.put("/settings/scheduleType", { value: "company" });
    await admin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: [{ weekdayEn: "monday", startTime: "00:00", endTime: "00:00" }],
    });
    for (const action of [{ action: "start_menu" }, { action: "start_prompt", promptId: 7 }]) {
      shop.newcomer();
      const rule = await shop.rule({ event: MESSAGE, conditions: says("oi"), actions: [action] });
      expect(shop.write("oi")).toEqual(["Estamos fechados"]);
      expect(shop.ticket()).toMatchObject({ useIntegration: false, chatbot: false });
      await admin.delete(`/rules/${rule.id}`);
    }
    expect(heard).toEqual([]);
  });
});

describe("a rule that transfers to the queue in which the ticket is", () => {
  const into = (queueId: number, startBot?: boolean) => [{ action: "transfer", queueId, startBot }];
  /** The connection has one queue, with options: a new ticket begins in it. */
  const onlySupport = () => {
    run(t.tenant.db, "DELETE FROM connection_queue WHERE queue_id <> ?", support);
    option(t, support, { title: "Segunda via", message: "Aqui está", option: "1" });
  };

  test("the bot of the only queue starts when a rule chooses that queue with its bot", async () => {
    onlySupport();
    await shop.rule({ event: "ticket_created", actions: into(support, true) });
    expect(shop.write("oi")).toEqual([expect.stringContaining("*1* - Segunda via")]);
    expect(shop.ticket()).toMatchObject({ queueId: support, chatbot: true });
  });

  test("the bot of the only queue stays silent when a rule chooses that queue without its bot", async () => {
    onlySupport();
    await shop.rule({ event: "ticket_created", actions: into(support, false) });
    expect([...shop.write("oi"), ...shop.write("alô?")]).toEqual([]);
    expect(shop.ticket()).toMatchObject({ queueId: support, chatbot: false, status: "pending" });
  });

  test("a prompt of the queue that has the conversation continues it", async () => {
    run(t.tenant.db, "UPDATE queue SET prompt_id = 7 WHERE id = ?", sales);
    await shop.rule({ event: MESSAGE, actions: into(sales, true) });
    for (const text of ["oi", "e o preço?"]) shop.write(text);
    expect(heard).toEqual(["prompt 7 begins: oi", "prompt 7: e o preço?"]);
  });

  test("a ticket that an attendant of the queue has stays where it is, and its history has no transfer", async () => {
    const rule = await shop.rule({ ...onTag, actions: into(t.queueId) });
    tagTicket(t.ticketId);
    expect(await outcome(rule)).toEqual(["fired", null]);
    expect(one(t.tenant.db, "SELECT status, user_id AS userId FROM ticket WHERE id = ?", t.ticketId)).toEqual(
      { status: "open", userId: t.ana.actor.id },
    );
    expect(all(t.tenant.db, "SELECT 1 FROM ticket_event WHERE kind = 'transferred'")).toEqual([]);
  });
});

describe("a rule that stops the bot", () => {
  test("a rule stops the options of a queue: the ticket waits for a person, and the bot stays silent", async () => {
    option(t, support, { title: "Segunda via", message: "Aqui está", option: "1" });
    shop.write("oi");
    shop.write("2");
    expect(shop.ticket()).toMatchObject({ queueId: support, chatbot: true });
    await shop.rule({ event: MESSAGE, conditions: says("atendente"), actions: [{ action: "stop_bot" }] });
    const entered = await shop.rule({
      event: "queue_entered",
      alsoFromRules: true,
      actions: [{ action: "priority", priority: 4 }],
    });
    expect(shop.write("quero um atendente")).toEqual([]);
    expect(shop.ticket()).toMatchObject({ queueId: support, chatbot: false, status: "pending", priority: 4 });
    expect(shop.trail().slice(-4)).toEqual(["rule", "bot_ended", "rule", "priority"]);
    expect(await shop.runs(entered.id)).toHaveLength(1);
    expect(shop.write("1")).toEqual([]);
  });

  test("a rule stops a prompt: it gets no further message", async () => {
    run(t.tenant.db, "UPDATE connection SET prompt_id = 7");
    shop.write("oi");
    await shop.rule({ event: MESSAGE, conditions: says("humano"), actions: [{ action: "stop_bot" }] });
    shop.write("quero um humano");
    shop.write("alô?");
    expect(heard).toEqual(["prompt 7 begins: oi"]);
    expect(shop.ticket()).toMatchObject({ useIntegration: false, promptId: null });
  });

  test("a customer gets no menu when a rule stops the bot of the new ticket", async () => {
    await shop.rule({ event: "ticket_created", actions: [{ action: "stop_bot" }] });
    expect(shop.write("oi")).toEqual([]);
    expect(shop.write("alô?")).toEqual([]);
    expect(shop.ticket()).toMatchObject({ queueId: null, status: "pending" });
  });

  test("a rule that stops the bot has no effect on a ticket without a running bot", async () => {
    waitIn(support);
    const before = shop.trail();
    const entered = await shop.rule({
      event: "queue_entered",
      alsoFromRules: true,
      actions: [{ action: "priority", priority: 4 }],
    });
    await shop.rule({ ...onTag, actions: [{ action: "stop_bot" }] });
    tagTicket();
    expect(shop.trail()).toEqual([...before, "rule"]);
    expect(await shop.runs(entered.id)).toEqual([]);
  });
});

describe("a rule that distributes", () => {
  const online = (userId: number) =>
    void t.app.installation.ports.use(PresencePort).arrived({ companyId: t.tenant.id, userId });
  const distributes = (queueId: number) => {
    run(t.tenant.db, "UPDATE queue SET allow_distributed = 1 WHERE id = ?", queueId);
    run(
      t.tenant.db,
      "INSERT OR IGNORE INTO user_queue (user_id, queue_id) VALUES (?, ?)",
      t.ana.actor.id,
      queueId,
    );
    run(t.tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, 0)", queueId, t.ana.actor.id);
    online(t.ana.actor.id);
  };
  const toTurn = [{ action: "assign", userId: "distribute" }];

  test("a ticket in the options of a queue is offered in turn, once, and the bot ends", async () => {
    option(t, sales, { title: "Preços", message: "Veja", option: "1" });
    shop.write("oi");
    shop.write("1");
    distributes(sales);
    const entered = await shop.rule({
      event: "queue_entered",
      alsoFromRules: true,
      actions: [{ action: "priority", priority: 4 }],
    });
    const rule = await shop.rule({ event: MESSAGE, conditions: says("urgente"), actions: toTurn });
    expect(shop.write("é urgente")).toEqual([]);
    expect(await outcome(rule)).toEqual(["fired", null]);
    expect(shop.ticket()).toMatchObject({
      chatbot: false,
      userDistributed: t.ana.actor.id,
      status: "pending",
    });
    expect(await shop.runs(entered.id)).toHaveLength(1);
  });

  test("a ticket of an attendant is returned to the queue and offered to another attendant", async () => {
    distributes(t.queueId);
    const bia = testUser(t.tenant, { name: "Bia", queueIds: [t.queueId] }).actor.id;
    online(bia);
    run(t.tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, 1)", t.queueId, bia);
    const rule = await shop.rule({ ...onTag, actions: toTurn });
    tagTicket(t.ticketId);
    expect(await outcome(rule)).toEqual(["fired", null]);
    expect(
      one(t.tenant.db, "SELECT status, user_distributed AS offered FROM ticket WHERE id = ?", t.ticketId),
    ).toEqual({ status: "pending", offered: bia });
  });

  test("a rule that distributes fails for a ticket without a queue, and the menu is sent", async () => {
    const rule = await shop.rule({ event: MESSAGE, actions: toTurn });
    expect(shop.write("oi")).toEqual([expect.stringContaining("Bem-vindo")]);
    expect(await outcome(rule)).toEqual(["failed", "ERR_QUEUE_REQUIRED"]);
  });

  test("a ticket that is offered already stays with the person to whom it is offered", async () => {
    distributes(sales);
    waitIn(sales);
    await shop.rule({ event: MESSAGE, actions: toTurn });
    shop.write("oi");
    expect(shop.ticket().userDistributed).toBe(t.ana.actor.id);
    shop.write("alô?");
    expect(all(t.tenant.db, "SELECT 1 FROM ticket_event WHERE kind = 'distributed'")).toHaveLength(1);
  });
});
