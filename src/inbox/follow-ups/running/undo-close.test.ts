import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { chase, HOUR, MINUTE } from "#inbox/follow-ups/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";

const c = chase();
const FIRST = "Conseguiu ver o orçamento, Maria?";
beforeAll(() => c.start());
afterAll(() => c.stop());
// Deletes the runs of a test, so that they do not send in the next test.
afterEach(() => void run(c.tenant.db, "DELETE FROM follow_up_run"));
beforeEach(async () => {
  c.meet();
  await c.post({ body: "Segue o orçamento" });
  await c.pass(0);
  c.provider.sent.length = 0;
});

const path = () => `/tickets/${c.ticketId}`;
const close = () => c.anaNow().put(path(), { status: "closed" });
const undo = () => c.anaNow().post(`${path()}/undo-close`);
const settle = () => c.app.app.runJob("close_settle");
const trail = () =>
  all<{ kind: string }>(
    c.tenant.db,
    "SELECT kind FROM ticket_event WHERE kind LIKE 'follow_up%' ORDER BY id",
  ).map(({ kind }) => kind);

describe("a close that is undone", () => {
  test("after an undone close the follow-up continues with the same step at the same time, and the history records no end", async () => {
    await c.begins();
    const before = (await c.ticket()).followUp;
    await c.pass(10 * MINUTE);
    await close();
    expect((await c.ticket()).followUp).toBeNull();
    await c.pass(2000);
    await undo();
    expect((await c.ticket()).followUp).toEqual(before);
    await settle();
    await c.pass(HOUR - 10 * MINUTE);
    expect(c.sent()).toEqual([FIRST]);
    expect(trail()).toEqual(["follow_up_started"]);
  });

  test("a step that is due within the window is sent after the undo, and never into the closed ticket", async () => {
    await c.begins();
    await c.pass(HOUR - 1000);
    await close();
    await c.pass(2000);
    expect(c.sent()).toEqual([]);
    await undo();
    await c.pass(5000);
    expect(c.sent()).toEqual([FIRST]);
  });

  test("a close cancels a step that waits for its connection, and the step is sent once after the undo", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE connection SET status = 'OPENING'");
    c.app.clock.advance(HOUR);
    await c.work();
    await close();
    expect(c.row("SELECT count(*) AS n FROM outbox WHERE source = 'followup'")).toEqual({ n: 0 });
    run(c.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    await c.pass(1000);
    await undo();
    await c.pass(5000);
    await c.pass(MINUTE);
    expect(c.sent()).toEqual([FIRST]);
    expect(c.run()).toMatchObject({ state: "running", step: 1 });
  });

  test("a settled close ends the follow-up with one history entry, also when a step was due meanwhile", async () => {
    await c.begins();
    await c.pass(HOUR - 1000);
    await close();
    await c.pass(6000);
    await settle();
    await c.pass(HOUR);
    expect(c.sent()).toEqual([]);
    expect(c.run()).toMatchObject({ state: "ended", reason: "closed", nextAt: null });
    expect(trail()).toEqual(["follow_up_started", "follow_up_ended"]);
  });

  test("a ticket that another person reopens within the window has no follow-up", async () => {
    await c.begins();
    await close();
    const bia = testUser(c.tenant, { name: "Bia", queueIds: [c.queueId] });
    const reopened = await c.app.api(bia).put<{ followUp: unknown }>(path(), { status: "open" });
    expect([reopened.status, reopened.body.followUp]).toEqual([200, null]);
    expect(c.run()).toMatchObject({ state: "ended", reason: "closed" });
  });

  test("a close that cannot be undone ends the follow-up immediately", async () => {
    writeSetting(c.tenant, "undoCloseSeconds", "0");
    await c.begins();
    await close();
    expect(c.run()).toMatchObject({ state: "ended", reason: "closed", nextAt: null });
  });
});
