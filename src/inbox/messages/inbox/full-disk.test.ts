import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { wrote } from "#inbox/messages/testing.ts";
import { all } from "#platform/db/database.ts";
import { becomesTrue, settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

/** Simulates a full disk: the database file may not grow any more. */
const fill = () => {
  const { $client: client } = t.tenant.db;
  // Without this, new rows would still fit into free pages of the file.
  client.exec("VACUUM");
  client.pragma("wal_checkpoint(TRUNCATE)");
  client.pragma(`max_page_count = ${client.pragma("page_count", { simple: true })}`);
};
const free = () => t.tenant.db.$client.pragma("max_page_count = 1073741823");
const long = "palavra ".repeat(500);

test("on a full disk sends fail, reads succeed and inbound events get no receipt; with free space everything works again", async () => {
  fill();
  expect(await t.post({ body: long })).toMatchObject({ status: 507, body: { error: "ERR_STORAGE_FULL" } });
  expect((await t.asAna.get(`/tickets/${t.ticketId}`)).status).toBe(200);
  const key = { companyId: t.tenant.id, connectionId: t.connectionId };
  const accepted = t.provider.accepted.length;
  t.provider.deliver(key, wrote(t.customer, `um ${long}`, t.app.clock.now()));
  t.provider.deliver(key, wrote(t.customer, `dois ${long}`, t.app.clock.now()));
  await settle();
  expect(t.provider.accepted).toHaveLength(accepted);
  t.app.clock.advance(2000);
  await settle();
  expect(t.provider.accepted).toHaveLength(accepted);
  free();
  t.app.clock.advance(2000);
  await becomesTrue(() => t.provider.accepted.length === accepted + 2);
  const bodies = () =>
    all<{ body: string }>(t.tenant.db, "SELECT body FROM message ORDER BY id").map(({ body }) =>
      body.slice(0, 4),
    );
  await becomesTrue(() => bodies().length === 3);
  expect(bodies()).toEqual(["Oi", "um p", "dois"]);
  expect((await t.post({ body: long })).status).toBe(200);
});
