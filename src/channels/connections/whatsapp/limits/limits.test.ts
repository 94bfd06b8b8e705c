import { afterAll, afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { AccountLimits } from "#channels/connections/provider.ts";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { standingVerbs } from "#simulator/control/standing-verbs.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { giveToken } from "#simulator/standing/announce.ts";
import { readLock, readQuota } from "./parse.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
afterEach(async () => {
  network.faults.clear();
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
});
afterAll(() => network.stop());

let numbers = 5511944440000;
const newPhone = (name = "Padaria Aurora") => network.addPhone({ number: String(++numbers), name });
async function linked(): Promise<{ engine: TestEngine; shop: Phone; ana: Phone }> {
  const engine = new TestEngine(network);
  engines.push(engine);
  const shop = newPhone();
  await engine.link(shop);
  return { engine, shop, ana: newPhone("Ana") };
}
const jid = (phone: Phone) => `${phone.number}@s.whatsapp.net`;
const both = (phone: Phone) => [jid(phone), `${phone.lid}@lid`];
async function becomesTrueSoon(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 5000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error("never became true");
    await Bun.sleep(20);
  }
}
const heard = (engine: TestEngine, match: (limits: AccountLimits) => boolean) =>
  engine.until(() => {
    const event = engine.session.findLast((each) => each.type === "limits");
    return event?.type === "limits" && match(event.limits) && event.limits;
  }, "limits event");

test("a lock of new chats in a notification of the network is reported, even of an unknown kind and without an end", async () => {
  const { engine, shop } = await linked();
  await standingVerbs["account.lock"].run(network, { number: shop.number, type: "SOMETHING_NEW" });
  const told = await heard(engine, ({ lock }) => lock !== null);
  expect(told.lock).toEqual({ isActive: true, endsAt: null, type: "SOMETHING_NEW" });
  await standingVerbs.lift.run(network, { number: shop.number });
  await heard(engine, ({ lock }) => lock?.isActive === false);
});

test("the network answers the queries for lock and quota from the account's real state", async () => {
  const { engine, shop } = await linked();
  await standingVerbs["account.lock"].run(network, { number: shop.number, seconds: 600, isQuiet: true });
  await standingVerbs.cap.run(network, { number: shop.number, total: 10, used: 9, isQuiet: true });
  const limits = await engine.provider.limits(engine.key);
  expect(limits?.lock).toMatchObject({ isActive: true, type: "RESTRICT_ALL_COMPANIONS" });
  expect(limits?.lock?.endsAt).toBeGreaterThan(Date.now());
  expect(limits?.quotas.map(({ type, status, total, used }) => ({ type, status, total, used }))).toEqual([
    { type: "INDIVIDUAL_NEW_CHAT_MSG", status: "SECOND_WARNING", total: 10, used: 9 },
    { type: "INDIVIDUAL_NEW_CHAT_THREAD", status: "SECOND_WARNING", total: 10, used: 9 },
  ]);
});

test("a locked account gets 463 for a new chat and may answer people who wrote to it", async () => {
  const { engine, shop, ana } = await linked();
  const bruno = newPhone("Bruno");
  await bruno.send.text(shop, "oi");
  await engine.text("oi");
  await standingVerbs["account.lock"].run(network, { number: shop.number });
  const cold = await engine.send(jid(ana), "promoção");
  const refused = await engine.received("ack", ({ providerId }) => providerId === cold.id);
  expect(refused).toMatchObject({ ack: -1, error: "463" });
  const { id } = await engine.send(jid(bruno), "olá, Bruno");
  await bruno.received((message) => message.id === id);
  expect(ana.inbox).toEqual([]);
});

test("an account whose new chats are used up gets 475 for another one, and reports its limit", async () => {
  const { engine, shop, ana } = await linked();
  const bruno = newPhone("Bruno");
  await bruno.send.text(shop, "oi");
  await engine.text("oi");
  await standingVerbs.cap.run(network, { number: shop.number, total: 10, used: 9, isQuiet: true });
  await engine.send(jid(newPhone("Caio")), "a última");
  const told = await heard(engine, ({ quotas }) => quotas.some(({ status }) => status === "CAPPED"));
  expect(told.quotas[0]).toMatchObject({ total: 10, used: 10 });
  const cold = await engine.send(jid(ana), "promoção");
  const refused = await engine.received("ack", ({ providerId }) => providerId === cold.id);
  expect(refused).toMatchObject({ ack: -1, error: "475" });
  const { id } = await engine.send(jid(bruno), "olá, Bruno");
  await bruno.received((message) => message.id === id);
  expect(ana.inbox).toEqual([]);
});

test("two refusals of the same message are reported as two events", async () => {
  const { engine, shop, ana } = await linked();
  network.faults.add({
    kind: "ackError",
    match: { tag: "message" },
    code: 463,
    number: shop.number,
    times: 2,
  });
  const { id } = await engine.send(jid(ana), "um");
  await engine.received("ack", ({ ack }) => ack === -1);
  await Bun.sleep(1100);
  await engine.send(jid(ana), "um", { providerId: id });
  const keys = await engine.until(() => {
    const acks = engine.inbound.filter((event) => event.kind === "ack" && event.ack === -1);
    return acks.length === 2 && acks.map(({ eventKey }) => eventKey);
  });
  expect(new Set(keys).size).toBe(2);
});

test("a WhatsApp session reports whether it has the privacy token of a contact", async () => {
  const { engine, shop, ana } = await linked();
  expect(await engine.provider.isEstablished(engine.key, both(ana))).toBe(false);
  giveToken(shop, ana);
  await becomesTrueSoon(() => engine.provider.isEstablished(engine.key, both(ana)));
  expect(await engine.provider.isEstablished(engine.key, both(newPhone("Caio")))).toBe(false);
});

test("a temporary ban (402) keeps the keys and is reported with reason and remaining time; the same keys log in after it", async () => {
  const { engine, shop } = await linked();
  engine.forget();
  await standingVerbs.ban.run(network, { number: shop.number, reason: 402, code: 101, seconds: 3600 });
  await engine.event("closed");
  engine.forget();
  await engine.start();
  const closed = await engine.event("closed");
  expect(closed).toMatchObject({ reason: "temp_ban", ban: { reason: 402, code: 101 } });
  expect(closed.ban?.remainingMs).toBeGreaterThan(3_500_000);
  expect(existsSync(sessionFile(engine.directory))).toBe(true);
  expect(await engine.provider.hasCredentials(engine.directory)).toBe(true);
  shop.standing.ban = null;
  engine.forget();
  await engine.start();
  await engine.event("open");
  expect(shop.companions.size).toBe(1);
});

test("a ban with code 403 or 406 is reported with the network's header and text", async () => {
  for (const reason of [403, 406] as const) {
    const { engine, shop } = await linked();
    const words = { header: "Conta em análise", text: "Fale com o suporte" };
    engine.forget();
    await standingVerbs.ban.run(network, { number: shop.number, reason, ...words });
    await engine.event("closed");
    engine.forget();
    await engine.start();
    const closed = await engine.event("closed");
    expect(closed).toMatchObject({
      reason: "blocked",
      ban: { reason, text: "Conta em análise\nFale com o suporte" },
    });
  }
});

test("fields of the network's limits that cannot be parsed are reported as unknown", () => {
  expect(readLock({ is_active: "yes" })).toBeNull();
  expect(readLock(null)).toBeNull();
  expect(readLock({ is_active: true, time_enforcement_ends: "soon" })).toMatchObject({ endsAt: null });
  expect(readQuota({ total_quota: "many" })).toBeNull();
  expect(readQuota({ total_quota: -1, used_quota: 3, capping_status: "NONE" })).toMatchObject({
    total: null,
  });
});
