import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { type Office, openOffice } from "./testing.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 30_000);
afterAll(() => office.close());
beforeEach(() => {
  office.network.faults.clear();
  office.app.clock.advance(2 * 3_600_000);
});

const check = async () => {
  expect(await office.checkNow()).toMatchObject({ status: 200 });
  await office.finish();
};
const sum = (sql: string) => one<{ n: number }>(office.tenant.db, sql)?.n ?? 0;

describe("a message that the network lost", () => {
  test("a lost message is found, stored between its neighbours, and marked as found later", async () => {
    const marina = office.person();
    await office.writes(marina, "first");
    await office.writes(marina, "lost", { isLost: true });
    await office.writes(marina, "last of marina");
    await office.stored("last of marina");
    await check();
    expect(office.bodiesOf(marina)).toEqual(["first", "lost", "last of marina"]);
    const found = one<{ filled_at: number; read: number; origin: string }>(
      office.tenant.db,
      "SELECT filled_at, read, origin FROM message WHERE body = 'lost'",
    );
    expect(found).toMatchObject({ read: 0, origin: "contact" });
    expect(found?.filled_at).toBeGreaterThan(0);
    const ticket = one<{ unread_messages: number; last_message: string }>(
      office.tenant.db,
      "SELECT unread_messages, last_message FROM ticket ORDER BY id DESC LIMIT 1",
    );
    expect(ticket).toEqual({ unread_messages: 3, last_message: "last of marina" });
    const { gaps } = (await office.app.api(office.admin).get(`/whatsapp/${office.connectionId}/gaps`)).body;
    expect(gaps).toMatchObject([{ state: "filled", contact: { name: "Marina" } }]);
    expect(await office.report()).toMatchObject({
      gaps: 1,
      filled: 1,
      compared: 2,
      run: { state: "done", answered: 1 },
    });
  });

  test("500 lost messages of 40 chats are all stored once, each at its place", async () => {
    const people = Array.from({ length: 40 }, (_, index) => office.person(`Cliente ${index}`));
    for (const [index, person] of people.entries()) {
      await office.writes(person, `c${index} first`);
      const lost = index < 20 ? 13 : 12;
      for (let n = 0; n < lost; n += 1) {
        await office.writes(person, `c${index} lost ${n}`, { isLost: true });
        if (n === 5) await office.writes(person, `c${index} between`);
      }
      await office.writes(person, `c${index} last`);
    }
    for (const index of people.keys()) await office.stored(`c${index} last`);
    await check();
    for (const person of people)
      expect(office.bodiesOf(person)).toEqual(
        office.shop.chats
          .with(person.number)
          .map(({ content }) => content.conversation ?? content.extendedTextMessage?.text ?? ""),
      );
    expect(sum("SELECT count(*) AS n FROM message WHERE filled_at IS NOT NULL")).toBe(501);
    expect(
      sum(
        "SELECT count(*) AS n FROM (SELECT provider_id FROM message GROUP BY provider_id HAVING count(*) > 1)",
      ),
    ).toBe(0);
    expect(await office.report()).toMatchObject({ gaps: 501 });
    const [line] = (await office.app.api(office.admin).get("/reconciliation")).body;
    expect(line).toMatchObject({ supported: true, gaps: 501, activeChats: 41, hasCompared: true });
    // The number was linked two days ago, so nothing may be claimed about 30 days.
    expect(line.isProven).toBe(false);
  }, 120_000);

  test("a lost message sends no greeting, starts no bot and makes no sound", async () => {
    const before = sum("SELECT count(*) AS n FROM outbox");
    const socket = await office.app.socket(office.admin);
    const lia = office.person("Lia");
    await office.writes(lia, "oi");
    await office.writes(lia, "lost by lia", { isLost: true });
    await office.writes(lia, "last of lia");
    await office.stored("last of lia");
    await check();
    await office.app.settled(office.admin, socket);
    const created = socket
      .events("appMessage")
      .map((data) => data["message"] as { body: string; notify: boolean });
    expect(created.filter(({ body }) => body === "lost by lia").map(({ notify }) => notify)).toEqual([false]);
    socket.close();
    expect(sum("SELECT count(*) AS n FROM outbox")).toBe(before);
  });

  test("a lost message that a person answered meanwhile is stored as read", async () => {
    const bia = office.person("Bia");
    await office.writes(bia, "oi, bia");
    await office.stored("oi, bia");
    await office.writes(bia, "lost by bia", { isLost: true });
    await office.shop.send.text(bia, "answered on the phone", { at: office.app.clock.now() - 1000 });
    await office.stored("answered on the phone");
    await check();
    expect(office.bodiesOf(bia)).toEqual(["oi, bia", "lost by bia", "answered on the phone"]);
    expect(one(office.tenant.db, "SELECT read FROM message WHERE body = 'lost by bia'")).toEqual({ read: 1 });
  });

  test("a message lost more than 72 hours ago is stored as read and opens no ticket", async () => {
    const rui = office.person("Rui");
    await office.writes(rui, "oi, rui", { hoursAgo: 100 });
    await office.writes(rui, "lost by rui", { hoursAgo: 90, isLost: true });
    await office.writes(rui, "last of rui", { hoursAgo: 80 });
    await office.stored("last of rui");
    run(
      office.tenant.db,
      "UPDATE ticket SET status = 'closed', closed_at = 1 WHERE last_message = 'last of rui'",
    );
    await check();
    expect(office.bodiesOf(rui)).toEqual(["oi, rui", "lost by rui", "last of rui"]);
    expect(
      all(
        office.tenant.db,
        "SELECT t.status, m.read FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.body = 'lost by rui'",
      ),
    ).toEqual([{ status: "closed", read: 1 }]);
  });

  test("a gap that was found but not stored is counted once, in the run that found it", async () => {
    const eva = office.person("Eva");
    await office.writes(eva, "first of eva");
    await office.writes(eva, "lost by eva", { isLost: true });
    await office.writes(eva, "last of eva");
    await office.stored("last of eva");
    await check();
    const before = (await office.report()) as { gaps: number; filled: number };
    // As after a power cut: the gap is recorded, its message is not stored.
    const found = one<{ id: number }>(office.tenant.db, "SELECT id FROM message WHERE body = 'lost by eva'");
    run(
      office.tenant.db,
      "UPDATE message_gap SET state = 'found', message_id = NULL WHERE message_id = ?",
      found?.id ?? 0,
    );
    run(office.tenant.db, "DELETE FROM message WHERE id = ?", found?.id ?? 0);
    run(office.tenant.db, "DELETE FROM inbound_event");
    run(office.tenant.db, "DELETE FROM reconciliation_chat");
    run(
      office.tenant.db,
      "UPDATE reconciliation_run SET filled = filled - 1 WHERE id = (SELECT max(id) FROM reconciliation_run)",
    );
    office.app.clock.advance(3_600_000);
    await check();
    expect(office.bodiesOf(eva)).toEqual(["first of eva", "lost by eva", "last of eva"]);
    expect(await office.report()).toMatchObject({ gaps: before.gaps, filled: before.filled });
  });

  test("a placeholder gets the content of its message", async () => {
    const ivo = office.person("Ivo");
    await office.writes(ivo, "content of ivo");
    await office.stored("content of ivo");
    run(
      office.tenant.db,
      "UPDATE message SET body = '[mensagem não suportada]' WHERE body = 'content of ivo'",
    );
    await office.writes(ivo, "last of ivo");
    await office.stored("last of ivo");
    await check();
    expect(office.bodiesOf(ivo)).toEqual(["content of ivo", "last of ivo"]);
  });
});
