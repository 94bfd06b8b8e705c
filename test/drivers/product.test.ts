import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { RunnerPort } from "#automation/integrations/delivery/runner-port.ts";
import { TurnRunnerPort } from "#automation/prompts/turns/runner.ts";
import { all, one, run } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { startHook } from "#simulator/hook/server.ts";
import { OPENAI_KEY, startOpenAi } from "#simulator/openai/server.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";
import { type Desk, deskOf } from "./desk.ts";
import { type Line, until } from "./line.ts";
import { officialLine } from "./official-line.ts";
import { pageLine } from "./page-line.ts";

// Automatic functions of the product over the channels of Meta, up to the customer's phone.
const MINUTE = 60_000;
let meta: PagesApp;
const openai = startOpenAi();
const hook = startHook();
beforeAll(async () => {
  meta = await startPagesApp();
  meta.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: true, longestMs: 2000 }));
});
afterAll(async () => {
  await meta.stop();
  await openai.stop();
  await hook.stop();
});

const LINES: Readonly<Record<string, () => Promise<Line>>> = {
  "the official WhatsApp": () => officialLine(meta),
  Messenger: () => pageLine(meta, "facebook"),
  Instagram: () => pageLine(meta, "instagram"),
};

describe.each(Object.keys(LINES))("over %s", (name) => {
  let desk: Desk;
  let line: Line;
  beforeEach(async () => {
    line = await (LINES[name] as () => Promise<Line>)();
    desk = deskOf(line);
  });
  const db = () => line.ana.tenant.db;
  const asAdmin = () => line.app.api(line.admin);
  const set = (column: string, value: string | number | null) =>
    run(db(), `UPDATE connection SET ${column} = ? WHERE id = ?`, value, line.connectionId);
  const ticket = () =>
    one<{ status: string; reason: string | null; offered: number | null }>(
      db(),
      "SELECT status, close_reason AS reason, user_distributed AS offered FROM ticket ORDER BY id DESC LIMIT 1",
    );
  const hears = (person: ReturnType<Line["person"]>, words: string) =>
    until(() => person.arrived().some(({ text }) => text.includes(words)), words);

  test("a closed ticket is rated with a number and ends with the farewell", async () => {
    writeSetting(line.ana.tenant, "userRating", "enabled");
    set("completion_message", "Até logo!");
    const talk = await desk.meet();
    // A ticket is rated only when it was accepted.
    run(db(), "UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = ?", talk.ticketId);
    await desk.api().put(`/tickets/${talk.ticketId}`, { status: "open", userId: line.ana.actor.id });
    await talk.reached(await talk.say("Resolvido"), "Resolvido");
    writeSetting(line.ana.tenant, "undoCloseSeconds", "0");
    await desk.api().put(`/tickets/${talk.ticketId}`, { status: "closed" });
    await hears(talk.person, "Como você avalia o nosso atendimento?");
    await talk.person.writes("3");
    await hears(talk.person, "Até logo!");
    expect(all(db(), "SELECT rate FROM user_rating")).toEqual([{ rate: 3 }]);
    expect(ticket()?.status).toBe("closed");
  });

  test("outside opening hours the absence message is sent and no menu", async () => {
    writeSetting(line.ana.tenant, "scheduleType", "company");
    const schedules = [{ weekdayEn: "monday", startTime: "08:00", endTime: "09:00" }];
    await asAdmin().put(`/companies/${line.ana.tenant.id}/schedules`, { schedules });
    set("out_of_hours_message", "Voltamos na segunda.");
    const person = line.person("Quem Chega Tarde");
    await person.writes("Estão abertos?");
    await hears(person, "Voltamos na segunda.");
    expect(person.arrived()).toHaveLength(1);
  });

  test("a bot message longer than the network's limit is sent in parts", async () => {
    const words = Array.from({ length: 900 }, (_, index) => `palavra${index}`).join(" ");
    set("greeting_message", words);
    const person = line.person("Quem Lê Muito");
    await person.writes("Oi");
    await hears(person, "palavra899");
    const pieces = person.arrived().map(({ text }) => text);
    expect(pieces.join(" ")).toBe(words);
    expect(pieces.every(({ length }) => length <= desk.can.longestText)).toBe(true);
  });

  test("an AI prompt answers a customer", async () => {
    const made = await asAdmin().post("/prompt", {
      ...{ name: "Balconista", prompt: "Você é o balconista.", queueId: line.queueId },
      ...{ apiKey: OPENAI_KEY, baseUrl: openai.url },
    });
    set("prompt_id", made.body.id);
    const person = line.person("Quem Pergunta");
    await person.writes("Que horas vocês abrem?");
    await until(() => one(db(), "SELECT 1 FROM ai_turn"), "a turn");
    line.app.clock.advance(5000);
    await line.app.app.runJob("ai-turns");
    await line.app.installation.ports.use(TurnRunnerPort).idle();
    await hears(person, "Atendemos de segunda a sábado");
  });

  test("an integration (webhook, n8n) receives the customer's message and answers it", async () => {
    hook.answer = () => ({ commands: [{ say: { text: "Seu pedido saiu às 14h." } }] });
    const made = await asAdmin().post("/queueIntegration", {
      name: "n8n",
      type: "webhook",
      urlN8N: hook.url,
    });
    set("integration_id", made.body.id);
    const person = line.person("Quem Rastreia");
    await person.writes("Cadê meu pedido?");
    await until(() => one(db(), "SELECT 1 FROM ticket WHERE use_integration = 1"), "the integration has it");
    await line.app.installation.ports.use(RunnerPort).idle();
    await hears(person, "Seu pedido saiu às 14h.");
    const told = hook.calls.at(-1)?.body as unknown as { connection: { channel: string } };
    expect(told.connection.channel).toBe(line.driver === "cloud" ? "whatsapp" : line.driver);
  });

  test("customers are distributed to the attendants in turn", async () => {
    const bia = testUser(line.ana.tenant, { name: "Bia", queueIds: [line.queueId] });
    run(db(), "INSERT INTO connection_queue VALUES (?, ?)", line.connectionId, line.queueId);
    run(
      db(),
      "UPDATE queue SET allow_distributed = 1, greeting_message = 'Um instante' WHERE id = ?",
      line.queueId,
    );
    for (const [place, { actor }] of [line.ana, bia].entries())
      run(db(), "INSERT INTO queue_distribution VALUES (?, ?, ?)", line.queueId, actor.id, place);
    const sockets = [await line.app.socket(line.ana), await line.app.socket(bia)];
    const offered: (number | null | undefined)[] = [];
    for (const each of ["Primeira", "Segunda"]) {
      const person = line.person(each);
      await person.writes("Bom dia");
      await hears(person, "Um instante");
      offered.push(ticket()?.offered);
    }
    expect(offered).toEqual([line.ana.actor.id, bia.actor.id]);
    for (const socket of sockets) socket.close();
  });

  test("a ticket of a customer who does not answer is closed with the text of the connection", async () => {
    const talk = await desk.meet();
    await asAdmin().put(`/whatsapp/${line.connectionId}`, {
      expiresTicket: 30,
      expiresInactiveMessage: "Encerrado.",
    });
    await talk.reached(await talk.say("Posso ajudar?"), "Posso ajudar?");
    line.app.clock.advance(31 * MINUTE);
    await line.app.app.runJob("inactivity_close");
    await hears(talk.person, "Encerrado.");
    expect(ticket()).toMatchObject({ status: "closed", reason: "inactivity" });
  });
});
