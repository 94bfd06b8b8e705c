import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";
import { cleanReadReceipts } from "./read-receipts.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  t.provider.answers.markRead = () => true;
});

const stored = () => all<{ attempts: number }>(t.tenant.db, "SELECT attempts FROM read_receipt");
const sentIds = () => t.provider.read.flatMap(({ ids }) => ids);

/** Sets the state of the connection and emits the event of the change. */
async function setOnline(isOnline: boolean): Promise<void> {
  const status = isOnline ? "CONNECTED" : "OPENING";
  const before = { status: "OPENING", statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
  t.tenant.write((unit) => {
    run(t.tenant.db, "UPDATE connection SET status = ?", status);
    unit.emit(SessionChanged, { connectionId: t.connectionId, before, after: { ...before, status } });
  });
  await settle();
}
async function read(): Promise<void> {
  await t.asAna.get(`/messages/${t.ticketId}`);
  await settle();
}
async function pass(ms: number): Promise<void> {
  t.app.clock.advance(ms);
  await settle();
}

describe("read receipts", () => {
  test("a read receipt is deleted once the network has it, and not sent again on a reconnect", async () => {
    await read();
    expect(sentIds()).toHaveLength(1);
    expect(stored()).toEqual([]);
    await setOnline(false);
    await setOnline(true);
    expect(sentIds()).toHaveLength(1);
  });

  test("a ticket read while its connection is offline sends its read receipts when the WhatsApp session opens", async () => {
    t.receive(wrote(t.customer, "Olá?", t.app.clock.now()));
    await setOnline(false);
    await read();
    expect([sentIds(), stored().length]).toEqual([[], 2]);
    await setOnline(true);
    expect(t.provider.read).toMatchObject([{ chat: t.customer.identities[0]?.address, ids: { length: 2 } }]);
    expect(stored()).toEqual([]);
  });

  test("reading a ticket as anyone but its owner stores no read receipt", async () => {
    await setOnline(false);
    await t.asAdmin.get(`/messages/${t.ticketId}`);
    await t.asAdmin.post(`/messages/${t.ticketId}`, { body: "Já vejo" });
    await settle();
    expect(stored()).toEqual([]);
    await setOnline(true);
    expect(sentIds()).toEqual([]);
  });

  test("read receipts stored before sendReadReceipts was disabled are deleted, not sent", async () => {
    await setOnline(false);
    await read();
    writeSetting(t.tenant, "sendReadReceipts", "disabled");
    await setOnline(true);
    expect([sentIds(), stored()]).toEqual([[], []]);
  });

  test("a read receipt that the network did not accept is sent again every minute, at most five times", async () => {
    t.provider.answers.markRead = () => false;
    await read();
    expect(stored()).toEqual([{ attempts: 1 }]);
    for (let minute = 0; minute < 10; minute++) await pass(MINUTE);
    expect(sentIds()).toHaveLength(5);
    cleanReadReceipts(t.app.installation);
    expect(stored()).toEqual([]);
  });

  test("failing read receipts of one chat do not delay those of another", async () => {
    t.provider.answers.markRead = () => false;
    await read();
    t.provider.answers.markRead = () => true;
    t.receive(wrote(t.customer, "Oi?", t.app.clock.now()));
    await read();
    expect([sentIds().length, stored().length]).toEqual([2, 1]);
    await pass(MINUTE);
    expect([sentIds().length, stored().length]).toEqual([3, 0]);
  });

  test("read receipts that waited for a week are not sent, and are deleted at night", async () => {
    await setOnline(false);
    await read();
    t.app.clock.advance(7 * DAY);
    await setOnline(true);
    expect(sentIds()).toEqual([]);
    cleanReadReceipts(t.app.installation);
    expect(stored()).toEqual([]);
  });

  test("a long backlog of read receipts is sent completely, fifty messages at a time", async () => {
    t.receive(...Array.from({ length: 120 }, (_, n) => wrote(t.customer, `n${n}`, t.app.clock.now())));
    await setOnline(false);
    await read();
    await setOnline(true);
    expect(t.provider.read.map(({ ids }) => ids.length)).toEqual([50, 50, 21]);
    expect(stored()).toEqual([]);
  });
});
