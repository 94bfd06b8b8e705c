import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { TicketQueued } from "#inbox/tickets/events.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { type Office, openOffice } from "./testing.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 30_000);
afterAll(() => office.close());
const db = () => office.tenant.db;

test("a found message is sent to webhooks with its own time and `filled`, notifies admins, is broadcast to its queue, and affects no bot or response time", async () => {
  const hook = { name: "ERP", url: "https://erp.example/hook", events: ["message.created"] };
  expect((await office.app.api(office.admin).post("/webhooks", hook)).status).toBe(200);
  const queues = [testQueue(office.tenant, "Vendas"), testQueue(office.tenant, "Suporte")];
  run(db(), "UPDATE connection SET greeting_message = 'Escolha o setor', is_default = 1");
  for (const id of queues) run(db(), "INSERT INTO connection_queue VALUES (?, ?)", office.connectionId, id);
  writeSetting(office.tenant, "CheckMsgIsGroup", "enabled");
  const attendant = testUser(office.tenant, { name: "Ana", queueIds: queues });
  const admins = await office.app.socket(office.admin);
  const others = await office.app.socket(attendant);
  const botTexts = () =>
    one<{ n: number }>(db(), "SELECT count(*) AS n FROM outbox WHERE source = 'bot'")?.n ?? 0;

  const marina = office.person();
  await office.writes(marina, "first", { hoursAgo: 0.5 });
  await office.stored("first");
  // For comparison: the menu answers a message that arrives as usual.
  expect(botTexts()).toBe(1);
  run(db(), "UPDATE ticket SET chatbot = 0, queue_id = ?, status = 'pending'", queues[0] ?? 0);
  run(db(), "UPDATE message SET created_at = 1 WHERE origin = 'bot'");
  await office.writes(marina, "lost", { hoursAgo: 0.4, isLost: true });
  await office.writes(marina, "last", { hoursAgo: 0.3 });
  await office.stored("last");
  const before = botTexts();
  const queued: number[] = [];
  office.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queued.push(ticket.id));
  expect((await office.checkNow()).status).toBe(200);
  await office.finish();

  const found = one<{ id: number; ticketId: number; at: number; filledAt: number }>(
    db(),
    "SELECT id, ticket_id AS ticketId, created_at AS at, filled_at AS filledAt FROM message WHERE body = 'lost'",
  );
  expect(found?.filledAt).toBeGreaterThan(found?.at ?? 0);
  expect(botTexts()).toBe(before);
  expect(queued).toEqual([found?.ticketId ?? 0]);
  expect(all(db(), "SELECT code FROM notice")).toContainEqual({ code: "gap_found" });
  expect(one(db(), "SELECT first_response_at AS at FROM ticket_period ORDER BY id DESC")).toEqual({
    at: null,
  });
  const delivered = all<{ body: string }>(db(), "SELECT body FROM integration_delivery ORDER BY id")
    .map(({ body }) => JSON.parse(body))
    .filter(({ message }) => ["lost", "last"].includes(message?.body));
  expect(delivered.map(({ message, filled }) => [message.body, filled])).toEqual([
    ["last", undefined],
    ["lost", true],
  ]);
  expect(Date.parse(delivered[1].message.createdAt)).toBe(found?.at ?? 0);
  await office.app.settled(office.admin, admins);
  await office.app.settled(attendant, others);
  expect(admins.events("reconciliation").length).toBeGreaterThan(0);
  expect(others.events("reconciliation")).toEqual([]);
}, 60_000);

test("messages of blocked contacts, of ignored groups and skipped events are no gaps", async () => {
  const rita = office.person("Rita");
  await office.writes(rita, "rita first");
  await office.stored("rita first");
  const gaps = () => one<{ n: number }>(db(), "SELECT count(*) AS n FROM message_gap")?.n;
  const before = gaps();
  run(db(), "UPDATE contact SET blocked = 1 WHERE name = 'Rita'");
  await office.writes(rita, "lost of a blocked contact", { isLost: true });
  const group = office.network.addGroup("Festa", [rita, office.shop]);
  await rita.send.text(group, "written in a group", { at: office.app.clock.now() - 3_000_000 });
  const sara = office.person("Sara");
  await office.writes(sara, "sara first");
  await office.stored("sara first");
  // As an event that was skipped when it arrived.
  run(
    db(),
    "UPDATE inbound_event SET kind = 'skipped' WHERE event_key = (SELECT provider_id FROM message WHERE body = 'sara first')",
  );
  await office.writes(sara, "sara last");
  await office.stored("sara last");
  office.app.clock.advance(3_600_000);
  expect((await office.checkNow()).status).toBe(200);
  await office.finish();
  expect(gaps()).toBe(before);
  expect(office.bodiesOf(rita)[0]).toBe("rita first");
  expect(office.bodiesOf(rita)).not.toContain("lost of a blocked contact");
}, 60_000);
