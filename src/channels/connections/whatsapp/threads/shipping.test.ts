import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { fakeClock } from "#platform/clock.ts";
import { createRemoteDurability } from "#platform/db/durability/remote.ts";
import { createFakeLog } from "#platform/db/durability/testing/fake-log.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { ShippedPages } from "#platform/db/ship/capture.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const network = await startNetwork();
const lease = fakeClock(0);
const log = createFakeLog();
const pages: ShippedPages[] = [];
const small: string[] = [];
const durability = createRemoteDurability({
  log,
  clock: lease,
  observer: {
    committed: () => undefined,
    opened: () => undefined,
    closing: () => undefined,
    frames: (file) => void pages.push(file),
    changed: (path) => void small.push(path),
  },
});
const engine = new TestEngine(network, { durability });
let company: Phone;
let ana: Phone;

beforeAll(async () => {
  log.answerAfter(0);
  company = network.addPhone({ number: "5511944450001", name: "Padaria Aurora" });
  ana = network.addPerson({ number: "5511944450002", name: "Ana" });
  await engine.link(company);
  await engine.send(`${ana.number}@s.whatsapp.net`, "first");
  await ana.received();
});
afterEach(() => log.answerAfter(0));
afterAll(async () => {
  await engine.dispose();
  await network.stop();
});

/** Longer than an unhindered message or receipt takes, ms. */
const LONG_ENOUGH_MS = 250;
const receiptOf = (id: string) =>
  network.ledger.of(company.number).find((entry) => entry.id === id)?.settledBy;

/** The session file as another machine has it: the posted pages, in their order. */
function copyOfSession() {
  const path = join(engine.directory, "copy.sqlite");
  const file = openSync(path, "w");
  for (const { pageSize, pageCount, numbers, images } of pages) {
    numbers.forEach((page, index) => {
      writeSync(file, images, index * pageSize, pageSize, (page - 1) * pageSize);
    });
    ftruncateSync(file, pageCount * pageSize);
  }
  closeSync(file);
  return openDatabase(path, { durability: "normal" });
}

test("a receipt leaves only after the journal row of its message is acknowledged", async () => {
  log.answerAfter(null);
  const { id } = await ana.send.text(company, "Oi, tem pão?");
  await engine.text("Oi, tem pão?");
  await Bun.sleep(LONG_ENOUGH_MS);
  expect(receiptOf(id)).toBeNull();
  log.answerAfter(0);
  await becomesTrue(() => receiptOf(id) !== null);
});

test("a message leaves only after the step of the ratchet that encrypted it is acknowledged", async () => {
  log.answerAfter(null);
  const sent = engine.send(`${ana.number}@s.whatsapp.net`, "Tem, sim");
  await becomesTrue(() => log.inFlight === 1);
  await Bun.sleep(LONG_ENOUGH_MS);
  expect(ana.inbox.some(({ content }) => JSON.stringify(content).includes("Tem, sim"))).toBe(false);
  // The posted pages have the message that is about to be sent, with its id.
  const copy = copyOfSession();
  expect(copy.prepare("SELECT count(*) FROM sent").pluck().get()).toBeGreaterThan(0);
  expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
  copy.close();
  log.answerAfter(0);
  const { id } = await sent;
  await ana.received((message) => message.id === id);
});

test("the pages of a session arrive in the order of its commits, with the mark of a linked device", async () => {
  const original = openDatabase(sessionFile(engine.directory), { durability: "normal", readonly: true });
  const { id } = await ana.send.text(company, "mais um");
  await becomesTrue(() => receiptOf(id) !== null);
  const rows = "SELECT type, id, hex(value) FROM signal_key ORDER BY type, id";
  await becomesTrue(() => {
    const copy = copyOfSession();
    const same = JSON.stringify(copy.prepare(rows).all()) === JSON.stringify(original.prepare(rows).all());
    copy.close();
    return same;
  });
  original.close();
  expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(["session.sqlite"]));
  expect(small).toContain("linked");
});

test("past the deadline no frame leaves, and the link ends", async () => {
  log.answerAfter(null);
  log.setDeadline(1000);
  const { id } = await ana.send.text(company, "tarde");
  await engine.text("tarde");
  lease.set(1000);
  log.answerAfter(0);
  const closed = await engine.event("closed");
  expect(closed).toMatchObject({ reason: "network" });
  expect(receiptOf(id)).toBeNull();
});
