import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { phone, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

let bia: UserCtx;
beforeEach(() => {
  t.meet();
  bia = testUser(t.tenant, { name: "Bia", queueIds: [t.queueId] });
  run(t.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", t.connectionId, t.queueId);
  run(t.tenant.db, "UPDATE queue SET allow_distributed = 1, greeting_message = 'Um instante'");
  for (const [position, { actor }] of [t.ana, bia].entries())
    run(t.tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, ?)", t.queueId, actor.id, position);
});

let people = 0;
const somebodyWrites = () => {
  people += 1;
  const customer = { name: `Cliente ${people}`, identities: [phone(`55119222${10_000 + people}`)] };
  t.receive(wrote(customer, "Bom dia", t.app.clock.now()));
};
const given = () =>
  all<{ id: number | null }>(
    t.tenant.db,
    "SELECT user_distributed AS id FROM ticket WHERE status = 'pending' ORDER BY id",
  ).map(({ id }) => id);

test("a message of an offered ticket notifies only the attendant to whom it is offered", async () => {
  const [atAna, atBia] = [await t.app.socket(t.ana), await t.app.socket(bia)];
  somebodyWrites();
  expect(given()).toEqual([t.ana.actor.id]);
  expect((await atAna.event("appMessage", "create"))["ticket"]).toMatchObject({
    userDistributed: t.ana.actor.id,
  });
  await t.app.settled(bia, atBia);
  expect(atBia.events("appMessage")).toEqual([]);
  expect(atBia.events("ticket")).toEqual([]);
  atAna.close();
  atBia.close();
});

test("over HTTP and sockets, a user who comes online is offered waiting tickets, and their offer passes to the next user when they set themselves away", async () => {
  somebodyWrites();
  expect(given()).toEqual([null]);
  const atBia = await t.app.socket(bia);
  expect(given()).toEqual([bia.actor.id]);
  const atAna = await t.app.socket(t.ana);
  await t.app.api(bia).put("/users/me/away", { away: true });
  expect(given()).toEqual([t.ana.actor.id]);
  atAna.close();
  atBia.close();
});

test("an offer ends when no further user is available, and the history records that no user accepted the ticket", async () => {
  const [atAna, atBia] = [await t.app.socket(t.ana), await t.app.socket(bia)];
  somebodyWrites();
  for (const socket of [atAna, atBia]) {
    socket.close();
    await socket.closed;
  }
  t.app.clock.advance(60_000);
  await t.app.app.runJob("presence");
  t.app.clock.advance(6 * 60_000);
  await t.app.app.runJob("distribution");
  expect(given()).toEqual([null]);
  const kinds =
    "SELECT group_concat(kind) AS kinds FROM (SELECT kind FROM ticket_event ORDER BY id DESC LIMIT 2)";
  expect(one(t.tenant.db, kinds)).toEqual({ kinds: "distribution_exhausted,distributed" });
});
