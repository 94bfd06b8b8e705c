import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { chase, HOUR } from "#inbox/follow-ups/testing.ts";
import { cancelQueued } from "#inbox/messages/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";

const c = chase();
const NAME = "M".repeat(100);
/** With the customer's name filled in, this text is too long for one message. */
const TEXT = `${"Segue a lista. ".repeat(272)}{{name}}`;
beforeAll(() => c.start());
afterAll(() => c.stop());
beforeEach(async () => {
  c.meet();
  await c.post({ body: "Segue o orçamento" });
  await c.pass(0);
  c.provider.sent.length = 0;
  run(c.tenant.db, "UPDATE contact SET name = ?", NAME);
  await c.begins({ steps: [{ waitMinutes: 60, text: TEXT }] });
  run(c.tenant.db, "UPDATE connection SET status = 'OPENING'");
  c.app.clock.advance(HOUR);
  await c.work();
  expect(waiting()).toEqual({ n: 2 });
});

const waiting = () => c.row("SELECT count(*) AS n FROM outbox WHERE source = 'followup'");
const reconnect = async () => {
  run(c.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
  for (let n = 0; n < 3; n += 1) await c.pass(1000);
};
const cancelFirst = () => {
  const { id = 0 } =
    c.row<{ id: number }>("SELECT id FROM outbox WHERE source = 'followup' ORDER BY id") ?? {};
  c.tenant.write((unit) => cancelQueued(unit, id));
};

describe("a step of two messages that waits for its connection", () => {
  test.each([
    ["the customer writes", () => c.receive(wrote(c.customer, "Vi sim", c.app.clock.now()))],
    ["a person stops the run", () => c.anaNow().delete(`/tickets/${c.ticketId}/follow-up`)],
    ["a person cancels its first message", cancelFirst],
  ])("no message of a long step is sent after %s", async (_, stops) => {
    await stops();
    await reconnect();
    expect([c.sent(), c.run()?.state]).toEqual([[], "ended"]);
  });

  test("a close cancels all messages of a long step, and they are sent completely after the undo of the close", async () => {
    await c.anaNow().put(`/tickets/${c.ticketId}`, { status: "closed" });
    expect(waiting()).toEqual({ n: 0 });
    await reconnect();
    expect(c.sent()).toEqual([]);
    await c.anaNow().post(`/tickets/${c.ticketId}/undo-close`);
    for (let n = 0; n < 3; n += 1) await c.pass(5000);
    expect(c.sent()).toHaveLength(2);
    expect(c.sent()[1]).toEndWith(NAME);
  });
});
