import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { option, shopOf } from "#automation/chatbot/testing.ts";
import { all, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";
import { talk } from "#test/helpers/talk.ts";

// The automatic functions for one customer: menu, option tree, distribution, greeting, transfer, rating, farewell,
// inactivity.
const MINUTE = 60_000;
const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Suporte";
const QUESTION =
  "Como você avalia o nosso atendimento?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito";

const t = talk();
let shop: ReturnType<typeof shopOf>;
let sales: number;
let support: number;
let bia: UserCtx;
let caio: UserCtx;
let sockets: TestSocket[];

beforeAll(async () => {
  await t.start();
  t.meet();
  run(t.tenant.db, "DELETE FROM ticket");
  shop = shopOf(t, ["Vendas", "Suporte"]);
  [sales = 0, support = 0] = shop.queues;
  const ana = testUser(t.tenant, { name: "Ana Dias", queueIds: [sales] });
  bia = testUser(t.tenant, { name: "Bia", queueIds: [sales] });
  caio = testUser(t.tenant, { name: "Caio", queueIds: [support] });
  t.ana = ana;
  const prices = option(t, sales, { title: "Preços", option: "1", message: "De qual produto?" });
  option(t, sales, { title: "Bolos", option: "1", parent_id: prices, message: "Já chamo alguém." });
  run(t.tenant.db, "UPDATE queue SET allow_distributed = 1 WHERE id = ?", sales);
  for (const [place, { actor }] of [ana, bia].entries())
    run(t.tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, ?)", sales, actor.id, place);
  run(
    t.tenant.db,
    "UPDATE queue SET completion_message = 'Até a próxima, {{firstName}}!' WHERE id = ?",
    support,
  );
  run(
    t.tenant.db,
    "UPDATE connection SET expires_inactive_message = 'Ainda está aí?', expires_ticket_minutes = 30",
  );
  for (const key of ["userRating", "sendGreetingAccepted", "sendMsgTransfTicket"] as const)
    writeSetting(t.tenant, key, "enabled");
  sockets = [];
  for (const person of [ana, bia, caio]) sockets.push(await t.app.socket(person));
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await t.stop();
});

const wait = (minutes: number) => t.app.clock.advance(minutes * MINUTE);
const now = () => t.app.clock.now();
const change = (person: UserCtx, body: object) => t.app.api(person).put(`/tickets/${shop.ticket().id}`, body);
const counts = async (person: UserCtx) => {
  const { open, pending } = (await t.app.api(person).get("/tickets/counts")).body;
  return { open, pending };
};
/** The attendances, newest last. */
const attendances = () =>
  all<Record<string, number | null>>(t.tenant.db, "SELECT * FROM ticket_period ORDER BY id");
const running = () => attendances().at(-1);
/** Texts added to the outbox since the last call. */
let looked = 0;
const written = () => {
  const rows = all<{ id: number; source: string; body: string }>(
    t.tenant.db,
    `SELECT o.id, o.source, m.body FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.id > ? ORDER BY o.id`,
    looked,
  );
  looked = rows.at(-1)?.id ?? looked;
  return rows.map(({ source, body }) => [source, body]);
};
/** Which of the three users see the ticket in a list. */
const seenBy = async () => {
  const names: string[] = [];
  for (const person of [t.ana, bia, caio]) {
    const { body } = await t.app.api(person).get("/tickets?status=pending");
    if (body.tickets.length > 0) names.push(person.actor.name);
  }
  return names;
};

test("the first message gets the menu, the choice the option tree, and no attendant is notified yet", async () => {
  shop.write("Oi");
  expect(written()).toEqual([["bot", MENU]]);
  expect(running()).toMatchObject({ created_at: now(), chatbot_at: now(), queued_at: null, queue_id: null });
  expect(await seenBy()).toEqual([]);

  shop.write("1");
  expect(written()).toEqual([["bot", "Setor Vendas\n\n*1* - Preços\n*#* - Menu inicial"]]);
  expect(shop.ticket()).toMatchObject({ queueId: sales, chatbot: true, userDistributed: null });
  shop.write("preços");
  expect(written()).toEqual([["bot", "De qual produto?\n\n*1* - Bolos\n*0* - Voltar\n*#* - Menu inicial"]]);
  expect(shop.ticket().userDistributed).toBeNull();
});

test("after the end of the tree the ticket is offered to the first attendant in turn, then to the second", async () => {
  shop.write("1");
  expect(written()).toEqual([["bot", "Já chamo alguém."]]);
  expect(shop.ticket()).toMatchObject({ chatbot: false, userDistributed: t.ana.actor.id, status: "pending" });
  expect(running()).toMatchObject({ queue_id: sales, queued_at: now(), started_at: null });
  expect(await seenBy()).toEqual(["Ana Dias"]);

  wait(6);
  await t.app.app.runJob("distribution");
  expect(shop.ticket().userDistributed).toBe(bia.actor.id);
  expect(await seenBy()).toEqual(["Bia"]);
  expect(written()).toEqual([]);
  expect(shop.write("Alguém aí?")).toEqual([]);
});

test("accepting greets once, and the first response time is counted from there", async () => {
  expect((await change(t.ana, { status: "open", userId: t.ana.actor.id })).status).toBe(404);
  expect((await change(bia, { status: "open", userId: bia.actor.id })).status).toBe(200);
  const [greeting] = written();
  expect(greeting?.[0]).toBe("system");
  expect(greeting?.[1]).toContain("Rui! Aqui é Bia e vou cuidar do seu atendimento a partir de agora.");
  expect(running()).toMatchObject({ user_id: bia.actor.id, started_at: now(), first_response_at: null });
  wait(1);
  await t.app.api(bia).post(`/messages/${shop.ticket().id}`, { body: "Qual bolo?" });
  expect(written()).toEqual([["message", "*Bia:*\nQual bolo?"]]);
  expect(running()).toMatchObject({ first_response_at: now() });
  expect(await counts(bia)).toEqual({ open: 1, pending: 0 });
  // The customer talks with a person: the bot does not answer.
  expect(shop.write("#")).toEqual([]);
});

test("a transfer without an attendant waits in the other queue, with its text and its reason", async () => {
  const moved = { userId: null, queueId: support, status: "pending", reason: "É sobre uma entrega" };
  expect((await change(bia, moved)).body).toMatchObject({
    status: "pending",
    userId: null,
    queueId: support,
  });
  expect(written()).toEqual([
    [
      "system",
      "*Mensagem automática*\nSeu atendimento foi encaminhado para o setor *Suporte*. Aguarde um instante, por favor.",
    ],
  ]);
  expect(running()).toMatchObject({ queue_id: support, queued_at: now(), started_at: null, user_id: null });
  expect(await seenBy()).toEqual(["Caio"]);
  const { body: notes } = await t.app.api(caio).get(`/ticket-notes/list?ticketId=${shop.ticket().id}`);
  expect(notes).toMatchObject([{ note: "É sobre uma entrega", user: { name: "Bia" } }]);
  expect(await counts(bia)).toEqual({ open: 0, pending: 0 });
  expect(await counts(caio)).toEqual({ open: 0, pending: 1 });
});

test("closing asks for a rating, the rating gets the farewell, and a thank-you opens no ticket", async () => {
  await change(caio, { status: "open", userId: caio.actor.id });
  await t.app.api(caio).post(`/messages/${shop.ticket().id}`, { body: "Já saiu para entrega" });
  shop.write("Que bom");
  written();
  await change(caio, { status: "closed", userId: caio.actor.id, queueId: support });
  t.app.clock.advance(5_000);
  await t.app.app.runJob("close_settle");
  expect(written()).toEqual([["system", QUESTION]]);
  expect(running()).toMatchObject({
    finished_at: now() - 5_000,
    rating_at: now(),
    user_id: caio.actor.id,
  });

  shop.write("três");
  expect(written()).toEqual([["system", "Até a próxima, Rui!"]]);
  expect(all(t.tenant.db, "SELECT user_id AS who, rate FROM user_rating")).toEqual([
    { who: caio.actor.id, rate: 3 },
  ]);
  shop.write("Obrigado!");
  expect(written()).toEqual([]);
  expect(shop.ticket()).toMatchObject({ status: "closed", unreadMessages: 0 });
  expect(attendances()).toHaveLength(1);
  expect(shop.trail()).toEqual([
    ...["created", "queued", "bot_ended", "distributed", "distributed", "accepted"],
    ...["transferred", "accepted", "closed", "rated"],
  ]);
});

test("a message soon afterwards reopens the same ticket in its queue without the bot", async () => {
  wait(20);
  const id = shop.ticket().id;
  expect(shop.write("Esqueci de uma coisa")).toEqual([]);
  expect(shop.ticket()).toMatchObject({
    id,
    status: "pending",
    queueId: support,
    userId: null,
    unreadMessages: 1,
  });
  expect(attendances()).toHaveLength(2);
  expect(running()).toMatchObject({ created_at: now(), queued_at: now(), started_at: null, rated: 0 });
  expect(await seenBy()).toEqual(["Caio"]);
});

test("an inactive ticket is closed with the text of the connection and without a rating request", async () => {
  await change(caio, { status: "open", userId: caio.actor.id });
  // Greeted less than an hour ago.
  expect(written()).toEqual([]);
  await t.app.api(caio).post(`/messages/${shop.ticket().id}`, { body: "Pois não?" });
  written();
  wait(31);
  await t.app.app.runJob("inactivity_close");
  expect(shop.ticket()).toMatchObject({ status: "closed", closeReason: "inactivity" });
  expect(written()).toEqual([["system", "Ainda está aí?"]]);
  expect(running()).toMatchObject({ finished_at: now(), rating_at: null });
});

test("a message much later opens a new ticket that begins with the menu", async () => {
  const before = shop.ticket();
  wait(120);
  expect(shop.write("Bom dia")).toEqual([MENU]);
  const ticket = shop.ticket();
  expect(ticket.id).not.toBe(before.id);
  expect(ticket.protocol).not.toBe(before.protocol);
  expect(ticket).toMatchObject({ status: "pending", queueId: null, botMenusSent: 1 });
  expect(attendances()).toHaveLength(3);
  const admin = testUser(t.tenant, { name: "Dona", profile: "admin" });
  const { body } = await t.app.api(admin).get("/tickets/counts?showAll=true");
  expect(body).toMatchObject({ open: 0, closed: 1 });
});
