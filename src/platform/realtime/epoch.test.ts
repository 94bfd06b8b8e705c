import { afterEach, describe, expect, test } from "bun:test";
import { RealtimePort } from "#tenants/viewer.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testCell } from "#test/helpers/cell.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp | undefined;
afterEach(() => app?.stop());

const owner = (epoch: number) => startTestApp({ cell: testCell({ epoch }) });

/** A page of epoch 7 that saw one event and missed the next; returns what it receives when it comes back. */
async function reconnect(started: TestApp, epoch: number | undefined) {
  const user = testUser(started.company());
  const hub = started.installation.ports.use(RealtimePort);
  const publish = () =>
    hub.publish(user.tenant.id, [{ channel: "count", data: { action: "add" }, audience: "everyone" }]);
  const first = await started.socket(user);
  publish();
  await first.event("count");
  const cursor = first.frames.reduce((seq, frame) => (frame.t === "event" ? frame.seq : seq), 0);
  first.close();
  publish();
  const again = await started.socket(user, { cursor, ...(epoch !== undefined && { epoch }) });
  await started.settled(user, again);
  again.close();
  return {
    resync: again.frames.some(({ t }) => t === "resync"),
    missed: again.events("count").length,
    hello: again.frames[0],
  };
}

describe("the epoch in the hello of the websocket", () => {
  test("a page of the same epoch continues at its cursor", async () => {
    app = await owner(7);
    const { resync, missed, hello } = await reconnect(app, 7);
    expect({ resync, missed }).toEqual({ resync: false, missed: 1 });
    expect(hello).toMatchObject({ t: "ready", epoch: 7 });
  });

  test("a page of another epoch reads its lists again, although the cursor is known", async () => {
    app = await owner(8);
    expect(await reconnect(app, 7)).toMatchObject({ resync: true, missed: 0 });
  });

  test("a page loaded before the cluster was set up reads its lists again", async () => {
    app = await owner(8);
    expect(await reconnect(app, undefined)).toMatchObject({ resync: true, missed: 0 });
  });

  test("one machine has no epoch, and its pages continue at their cursor", async () => {
    app = await startTestApp();
    const { resync, missed, hello } = await reconnect(app, undefined);
    expect({ resync, missed }).toEqual({ resync: false, missed: 1 });
    expect(hello).not.toHaveProperty("epoch");
  });
});
