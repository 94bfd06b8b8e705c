import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";

/** Kills: 2 in the ordinary run, in turn during a merge and during its undo; `FAULT_KILLS=100` for more. */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 2);
const CHILD = join(import.meta.dir, "merge-child.ts");
/**
 * Maximum number of further kills while none has hit between the steps of a merge or an undo: a fast child may end before it is
 * killed.
 */
const MORE_KILLS = 20;
/** Rows of the contact that is merged: each kind moves in several steps. */
const TICKETS = 200;
const MESSAGES = 1_200;
const WRITTEN = 1_200;
/** The product continues an interrupted merge after a minute; the test lets this much time pass, ms. */
const LATER_MS = 10 * 60_000;

let directory: string;
let now: number;
let companyId: number;
let [survivor, lost] = [0, 0];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "balcao-merges-"));
  const app = await startTestApp({ directory });
  const tenant = app.company();
  companyId = tenant.id;
  now = app.clock.now();
  const connection = testConnection(tenant);
  [survivor, lost] = [testContact(tenant), testContact(tenant)];
  const group = testContact(tenant);
  const counted = (many: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
  const tickets = (contact: number, many: number) =>
    run(
      tenant.db,
      `${counted(many)} INSERT INTO ticket (uuid, status, contact_id, connection_id, protocol, closed_at, created_at, updated_at)
      SELECT hex(randomblob(16)), 'closed', ?, ?, hex(randomblob(8)), 1, 1, 1 FROM n`,
      contact,
      connection,
    );
  const messages = (contact: number, many: number, author: number | null) =>
    run(
      tenant.db,
      `${counted(many)} INSERT INTO message
        (ticket_id, contact_id, connection_id, participant_id, body, from_me, origin, created_at, updated_at)
      SELECT t.id, t.contact_id, t.connection_id, ?, 'm' || n.i, 0, 'contact', 1, 1 FROM n JOIN ticket t
      ON t.id = (SELECT min(id) FROM ticket WHERE contact_id = ?) + n.i % (SELECT count(*) FROM ticket WHERE contact_id = ?)`,
      author,
      contact,
      contact,
    );
  for (const [contact, many] of [
    [survivor, 1],
    [lost, TICKETS],
    [group, 1],
  ] as const)
    tickets(contact, many);
  messages(survivor, 1, null);
  messages(lost, MESSAGES, null);
  messages(group, WRITTEN, lost);
  run(
    tenant.db,
    "INSERT INTO ticket_note (ticket_id, contact_id, note, created_at) SELECT id, contact_id, 'n', 1 FROM ticket WHERE contact_id = ?",
    lost,
  );
  await app.stop({ directory: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function stored<Row>(sql: string): Row[] {
  const path = join(directory, "companies", String(companyId), "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const count = (from: string): number => stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
/** Tickets, messages, messages in groups and notes of a contact. */
const rowsOf = (contact: number) => [
  count(`ticket WHERE contact_id = ${contact}`),
  count(`message WHERE contact_id = ${contact}`),
  count(`message WHERE participant_id = ${contact}`),
  count(`ticket_note WHERE contact_id = ${contact}`),
];
/** The rows of both contacts, and how many messages are not with the contact of their ticket. */
const owned = () => ({
  survivor: rowsOf(survivor),
  lost: rowsOf(lost),
  astray: count("message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id <> m.contact_id"),
});
const APART = { survivor: [1, 1, 0, 0], lost: [TICKETS, MESSAGES, WRITTEN, TICKETS], astray: 0 };
const TOGETHER = {
  survivor: [TICKETS + 1, MESSAGES + 1, WRITTEN, TICKETS],
  lost: [0, 0, 0, 0],
  astray: 0,
};
const lastMerge = () =>
  stored<{ id: number; undoneAt: number | null }>(
    "SELECT id, undone_at AS undoneAt FROM contact_merge ORDER BY id DESC LIMIT 1",
  )[0];

/** Starts the product again after the kill, some minutes later. */
async function restarted(): Promise<TestApp> {
  now += LATER_MS;
  const app = await startTestApp({ directory, clock: fakeClock(now) });
  await app.app.runJob("message_moves");
  return app;
}
const adminOf = (app: TestApp) =>
  app.api(testUser(app.installation.tenants.open(companyId), { profile: "admin" }));

/** Makes this call in its own process, and kills it when so many rows have moved. Returns whether it was killed. */
async function killedDuring(path: string, body: object, moved: number): Promise<boolean> {
  const before = JSON.stringify(owned());
  const words = [directory, String(now), String(companyId), path, JSON.stringify(body)];
  const child = Bun.spawn(["bun", CHILD, ...words], { stdout: "inherit", stderr: "inherit" });
  const counts = () => [
    count("author_move"),
    count("ticket_move"),
    count(`message WHERE contact_id = ${lost}`),
  ];
  const start = counts();
  const done = () => counts().reduce((sum, n, at) => sum + Math.abs(n - (start[at] ?? 0)), 0);
  while (child.exitCode === null && done() < moved) await Bun.sleep(2);
  child.kill("SIGKILL");
  await child.exited;
  return child.signalCode === "SIGKILL" && JSON.stringify(owned()) !== before;
}

test(
  `a merge of contacts and its undo end whole although the server is killed ${KILLS} times`,
  async () => {
    expect(owned()).toEqual(APART);
    const interrupted = { merge: 0, undo: 0 };
    const isShown = () => interrupted.merge > 0 && interrupted.undo > 0;
    for (let kill = 0; kill < KILLS || (!isShown() && kill < KILLS + MORE_KILLS); kill += 1) {
      const moved = 1 + ((kill * 977) % (MESSAGES + WRITTEN));
      if (kill % 2 === 0) {
        const isKilled = await killedDuring(`/contacts/${survivor}/merge`, { otherId: lost }, moved);
        interrupted.merge += Number(isKilled);
      } else {
        const app = await restarted();
        const { mergeId } = (await adminOf(app).post(`/contacts/${survivor}/merge`, { otherId: lost })).body;
        expect([kill, owned()]).toEqual([kill, TOGETHER]);
        await app.stop({ directory: true });
        interrupted.undo += Number(await killedDuring(`/contacts/merges/${mergeId}/undo`, {}, moved));
      }
      const app = await restarted();
      const last = lastMerge();
      const isMerged = last !== undefined && last.undoneAt === null;
      expect([kill, owned()]).toEqual([kill, isMerged ? TOGETHER : APART]);
      if (isMerged) await adminOf(app).post(`/contacts/merges/${last.id}/undo`, {});
      expect([kill, owned(), count("message_move")]).toEqual([kill, APART, 0]);
      await app.stop({ directory: true });
    }
    // Some kills came between the steps of each.
    expect({ ...interrupted, isShown: isShown() }).toEqual({ ...interrupted, isShown: true });
  },
  60_000 + (KILLS + MORE_KILLS) * 30_000,
);
