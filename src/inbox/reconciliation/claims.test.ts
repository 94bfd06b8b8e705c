import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { startNight } from "./night.testing.ts";
import { type Office, openOffice } from "./testing.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 30_000);
afterAll(() => office.close());
beforeEach(() => {
  office.network.faults.clear();
  for (const table of ["message_gap", "reconciliation_run", "reconciliation_chat"])
    run(office.tenant.db, `DELETE FROM ${table}`);
  run(office.tenant.db, "UPDATE ticket SET last_message_at = 1");
  pass(2 * HOUR);
});
/** The session of the admin does not last that long. */
const pass = (ms: number) => {
  office.app.clock.advance(ms);
  office.admin = { ...office.admin };
};
const check = async () => {
  expect(await office.checkNow()).toMatchObject({ status: 200 });
  await office.finish();
};
const lastRun = () =>
  one<{ state: string; asked: number; answered: number; gaps: number }>(
    office.tenant.db,
    "SELECT state, asked, answered, gaps FROM reconciliation_run ORDER BY id DESC LIMIT 1",
  );

describe("what a report claims of a chat", () => {
  test("messages older than 7 days are not fetched, and a report over an older period does not count their chat as compared", async () => {
    const marina = office.person();
    await office.writes(marina, "m old", { hoursAgo: 240 });
    await office.writes(marina, "m old lost", { hoursAgo: 230, isLost: true });
    await office.writes(marina, "m lost", { hoursAgo: 100, isLost: true });
    await office.writes(marina, "m last");
    await office.stored("m last");
    const before = office.shop.historyRequests;
    await check();
    expect(office.shop.historyRequests - before).toBe(1);
    expect(office.bodiesOf(marina)).toEqual(["m old", "m lost", "m last"]);
    expect(lastRun()).toMatchObject({ state: "done", asked: 1, answered: 1, gaps: 1 });
    expect(await office.report(30)).toMatchObject({ activeChats: 1, comparedChats: 0, isProven: false });
    expect(await office.report(6)).toMatchObject({ activeChats: 1, comparedChats: 1, isProven: true });
  });

  test("a chat that was compared before and then had no messages for more than 7 days still counts as compared", async () => {
    const nina = office.person();
    await office.writes(nina, "n first");
    await office.writes(nina, "n second");
    await office.stored("n second");
    await check();
    pass(20 * DAY);
    await office.writes(nina, "n much later");
    await office.stored("n much later");
    await check();
    expect(await office.report(25)).toMatchObject({ activeChats: 1, comparedChats: 1, isProven: true });
  });

  test("at most 4 requests are made for one chat; a chat with older messages does not count as compared", async () => {
    const olga = office.person();
    for (let n = 0; n < 215; n += 1) await office.writes(olga, `o ${n}`, { hoursAgo: 24 });
    await office.stored("o 214");
    const before = office.shop.historyRequests;
    await check();
    expect(office.shop.historyRequests - before).toBe(4);
    expect(lastRun()).toMatchObject({ state: "done", asked: 1, answered: 0 });
    expect(await office.report(6)).toMatchObject({ activeChats: 1, comparedChats: 0, isProven: false });
  }, 60_000);
});

describe("what a report claims of a connection", () => {
  /** Chats with traffic; `compared` of them have a proof up to now. */
  const chats = (count: number, compared: number) => {
    const { db } = office.tenant;
    const now = office.app.clock.now();
    for (let n = 0; n < count; n += 1) {
      const contactId = run(
        db,
        "INSERT INTO contact (uuid, name, created_at, updated_at) VALUES (?, 'x', 0, 0)",
        `claims-${now}-${n}`,
      ).id;
      run(
        db,
        `INSERT INTO ticket (uuid, protocol, contact_id, connection_id, status, last_message_at, created_at, updated_at)
          VALUES (?, ?, ?, ?, 'closed', ?, 0, 0)`,
        ...[`claims-${now}-${n}`, `C${now}${n}`, contactId, office.connectionId, now],
      );
      if (n < compared)
        run(
          db,
          "INSERT INTO reconciliation_chat (connection_id, contact_id, proven_to, answered_at) VALUES (?, ?, ?, ?)",
          ...[office.connectionId, contactId, now, now],
        );
    }
  };
  const firstAnswer = (daysAgo: number) => {
    const at = office.app.clock.now() - daysAgo * DAY;
    run(
      office.tenant.db,
      `INSERT INTO reconciliation_run (connection_id, cause, state, due_at, most_chats, created_at, ended_at, asked, answered)
        VALUES (?, 'night', 'done', ?, 30, ?, ?, 1, 1)`,
      ...[office.connectionId, at, at, at],
    );
  };

  test("a report claims 30 days without a gap only when at least 95 % of the active chats are compared", async () => {
    firstAnswer(24);
    chats(60, 57);
    expect(await office.report()).toMatchObject({ activeChats: 60, comparedChats: 57, isProven: true });
    run(
      office.tenant.db,
      "DELETE FROM reconciliation_chat WHERE contact_id = (SELECT max(contact_id) FROM reconciliation_chat)",
    );
    expect(await office.report()).toMatchObject({ activeChats: 60, comparedChats: 56, isProven: false });
    const [line] = (await office.app.api(office.admin).get("/reconciliation")).body;
    expect(line).toMatchObject({ activeChats: 60, comparedChats: 56, isProven: false });
  });

  test("a report claims no days before the first comparison, except the 7 days that this comparison covered", async () => {
    firstAnswer(22);
    chats(1, 1);
    expect(await office.report(30)).toMatchObject({ comparedChats: 1, isProven: false, daysWithoutGap: 22 });
    expect(await office.report(29)).toMatchObject({ comparedChats: 1, isProven: true });
  });

  test("days without a gap count from the time of the last lost message, not from the day on which it was found", async () => {
    firstAnswer(24);
    const pia = office.person();
    await office.writes(pia, "p first", { hoursAgo: 100 });
    await office.writes(pia, "p lost", { hoursAgo: 75, isLost: true });
    await office.writes(pia, "p last");
    await office.stored("p last");
    expect(await office.report()).toMatchObject({ daysWithoutGap: 24 });
    await check();
    expect(await office.report()).toMatchObject({ gaps: 1, filled: 1, daysWithoutGap: 3 });
  });

  test("runs and their gaps are deleted after 400 days", async () => {
    firstAnswer(398);
    const { db } = office.tenant;
    run(
      db,
      `INSERT INTO message_gap (run_id, connection_id, contact_id, provider_id, at, found_at)
        SELECT max(r.id), r.connection_id, (SELECT min(id) FROM contact), 'OLD', 1, 1 FROM reconciliation_run r`,
    );
    const gaps = () => all(db, "SELECT id FROM message_gap WHERE provider_id = 'OLD'").length;
    const oldest = () =>
      one<{ at: number }>(db, "SELECT min(created_at) AS at FROM reconciliation_run")?.at ?? 0;
    await startNight(office);
    await office.finish();
    expect(gaps()).toBe(1);
    pass(2 * DAY);
    await startNight(office);
    await office.finish();
    expect(gaps()).toBe(0);
    expect(oldest()).toBeGreaterThan(office.app.clock.now() - 400 * DAY);
  });
});
