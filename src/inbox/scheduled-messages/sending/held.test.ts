import { afterEach, beforeEach, expect, test } from "bun:test";
import { liftRestriction, openRestriction } from "#channels/connections/index.ts";
import { joao, maria, wrote } from "#inbox/messages/testing.ts";
import { deleteSchedule } from "#inbox/scheduled-messages/remove.ts";
import { HOUR, type Plans, plans } from "#inbox/scheduled-messages/testing.ts";
import { matchKey } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";

let s: Plans;
beforeEach(() => {
  s = plans();
});
afterEach(() => s.close());

const DAY = 24 * HOUR;
const lock = () =>
  s.tenant.write((unit) =>
    openRestriction(unit, { connectionId: s.connectionId, kind: "reachout_lock", endsAt: null }),
  );
const lift = () => s.tenant.write((unit) => liftRestriction(unit, s.connectionId, "reachout_lock"));
const ban = () =>
  s.tenant.write((unit) =>
    openRestriction(unit, { connectionId: s.connectionId, kind: "temp_ban", endsAt: null }),
  );
const unban = () => s.tenant.write((unit) => liftRestriction(unit, s.connectionId, "temp_ban"));
const hours = async (n: number) => {
  for (let hour = 0; hour < n; hour += 1) await s.pass(HOUR);
};
/** A second customer who never wrote. */
const other = (): number => {
  const number = joao.identities[0]?.value ?? "";
  const id = testContact(s.tenant, { name: joao.name, number });
  run(s.tenant.db, "UPDATE contact_identity SET match_key = ? WHERE contact_id = ?", matchKey(number), id);
  return id;
};

test("a scheduled message held by a restriction waits beyond its late limit and is sent when the restriction ends", async () => {
  lock();
  const id = s.plan();
  await hours(1 + 40);
  expect(s.planned(id)).toMatchObject({ status: "queued", error: null });
  lift();
  await s.pass(1000);
  s.accepted();
  expect(s.planned(id)).toMatchObject({ status: "sent", error: null });
});

test("a scheduled message held by a restriction for 7 days fails with ERR_HELD_EXPIRED", async () => {
  lock();
  const id = s.plan();
  await hours(7 * 24);
  expect(s.planned(id)?.status).toBe("queued");
  await hours(1);
  expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_HELD_EXPIRED" });
  expect(s.sentTexts()).toEqual([]);
});

test("a released scheduled message waits for its turn beyond its late limit, and then for its connection until the limit", async () => {
  lock();
  const [first, second] = [s.plan(), s.plan({ body: "Boa tarde", contactId: other() })];
  await hours(1 + 13);
  lift();
  await s.pass(1000);
  s.accepted();
  await s.pass(30_000);
  expect([s.planned(first)?.status, s.planned(second)?.status]).toEqual(["sent", "queued"]);
  await s.online(false);
  await hours(12);
  expect(s.planned(second)?.status).toBe("queued");
  await hours(1);
  expect(s.planned(second)).toMatchObject({ status: "failed", error: "ERR_TOO_LATE" });
});

test("a scheduled message to a contact who wrote before waits for the end of a temporary ban beyond its late limit", async () => {
  s.receive(wrote(maria, "Oi", s.clock.now()));
  ban();
  await s.online(false);
  const id = s.plan();
  await hours(1 + 3 * 24);
  expect([s.planned(id)?.status, s.row("SELECT held_by AS by FROM outbox")]).toEqual([
    "queued",
    { by: null },
  ]);
  unban();
  await s.pass(1000);
  expect(s.planned(id)?.status).toBe("queued");
  await s.online(true);
  s.accepted();
  expect(s.planned(id)?.status).toBe("sent");
});

test("a scheduled message to a contact who wrote before fails after 7 days of a temporary ban", async () => {
  s.receive(wrote(maria, "Oi", s.clock.now()));
  ban();
  await s.online(false);
  const id = s.plan();
  await s.pass(HOUR);
  await s.pass(7 * DAY - HOUR);
  expect(s.planned(id)?.status).toBe("queued");
  await s.pass(2 * HOUR);
  expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_TOO_LATE" });
});

test("an author can delete a scheduled message that a restriction holds", async () => {
  lock();
  const id = s.plan();
  await s.pass(HOUR);
  deleteSchedule(s.ana, id);
  lift();
  await s.pass(1000);
  expect([s.planned(id), s.sentTexts()]).toEqual([undefined, []]);
});
