import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { MAX_STARS, type StarredPage } from "./contract.ts";
import { starMessage, starredMessages, unstarMessage } from "./stars.ts";

let app: TestApp;
let tenant: Tenant;
let ana: UserCtx;
let chief: UserCtx;
let made = 0;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company();
  const queueId = testQueue(tenant);
  ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  chief = testUser(tenant, { name: "Chefe", profile: "admin" });
});
afterAll(() => app.stop());

/** An open ticket of Ana's with these messages; returns their ids. */
function conversation(name: string, texts: readonly string[]) {
  made += 1;
  const contactId = testContact(tenant, { name });
  const connectionId = testConnection(tenant);
  const ticketId = run(
    tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, user_id, protocol, created_at, updated_at)
     VALUES (?, 'open', ?, ?, ?, ?, 0, 0)`,
    `s${made}`,
    contactId,
    connectionId,
    ana.actor.id,
    `p${made}`,
  ).id;
  const ids = texts.map(
    (text) =>
      run(
        tenant.db,
        `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
         VALUES (?, ?, ?, ?, 0, 'contact', 0, 0)`,
        ticketId,
        contactId,
        connectionId,
        text,
      ).id,
  );
  return { ticketId, ids };
}
const bodies = ({ starred }: StarredPage) => starred.map(({ message }) => message.body);

test("only the user who starred a message sees the star; the list begins with the newest star", async () => {
  const { ticketId, ids } = conversation("Marina", ["endereço", "chave Pix", "outra"]);
  const [address = 0, pix = 0] = ids;
  const api = app.api(ana);
  for (const id of [address, address, pix]) {
    app.clock.advance(1);
    expect((await api.put(`/messages/${id}/star`)).status).toBe(200);
  }
  const list: StarredPage = (await api.get("/messages/starred")).body;
  expect(bodies(list)).toEqual(["chave Pix", "endereço"]);
  expect(list.starred[0]).toMatchObject({ ticketUuid: `s${made}`, contactName: "Marina" });
  expect((await api.get(`/messages/${ticketId}?pageNumber=1`)).body.starred).toEqual([address, pix]);
  const other = conversation("Rui", ["oi"]);
  starMessage(ana, other.ids[0] ?? 0);
  expect(bodies(starredMessages(ana, { ticketId }))).toEqual(["chave Pix", "endereço"]);
  expect(bodies(starredMessages(chief, {}))).toEqual([]);
  expect((await app.api(chief).get(`/messages/${ticketId}?pageNumber=1`)).body.starred).toBeUndefined();
  expect((await api.delete(`/messages/${pix}/star`)).status).toBe(200);
  expect(bodies(starredMessages(ana, { ticketId }))).toEqual(["endereço"]);
});

test("a message that a user may no longer read is not in the list of stars and cannot be starred", async () => {
  const { ticketId, ids } = conversation("Lívia", ["segredo"]);
  const [id = 0] = ids;
  starMessage(ana, id);
  run(tenant.db, "UPDATE ticket SET user_id = ? WHERE id = ?", chief.actor.id, ticketId);
  expect(bodies(starredMessages(ana, {}))).not.toContain("segredo");
  expect((await app.api(ana).put(`/messages/${id}/star`)).status).toBe(404);
  expect((await app.api(ana).get(`/messages/starred?ticketId=${ticketId}`)).body.starred).toEqual([]);
  // The star itself can still be removed.
  expect((await app.api(ana).delete(`/messages/${id}/star`)).status).toBe(200);
  run(tenant.db, "UPDATE ticket SET user_id = ? WHERE id = ?", ana.actor.id, ticketId);
  expect(bodies(starredMessages(ana, {}))).not.toContain("segredo");
});

test("the list of stars has those in tickets that the user sees as a participant only", () => {
  const { ticketId, ids } = conversation("Celso", ["combinado"]);
  const queueless = testUser(tenant, { name: "Téo" });
  run(
    tenant.db,
    `INSERT INTO ticket_participant (ticket_id, user_id, via, notify, added_at) VALUES (?, ?, 'invited', 'mentions', 0)`,
    ticketId,
    queueless.actor.id,
  );
  starMessage(queueless, ids[0] ?? 0);
  expect(bodies(starredMessages(queueless, {}))).toEqual(["combinado"]);
});

test("a support session has no stars: every call is refused with 403", () => {
  const { ids } = conversation("Otávio", ["oi"]);
  const support: UserCtx = { tenant, actor: { ...chief.actor, supportUntil: app.clock.now() + 1000 } };
  for (const call of [
    () => starMessage(support, ids[0] ?? 0),
    () => unstarMessage(support, ids[0] ?? 0),
    () => starredMessages(support, {}),
  ])
    expect(call).toThrow("ERR_NO_PERMISSION");
});

test("a user has at most 1,000 stars, in pages of 40; stars are deleted with their message and with the user", async () => {
  const rui = testUser(tenant, { name: "Rui", profile: "admin" });
  const { ids } = conversation(
    "Muitas",
    Array.from({ length: MAX_STARS + 1 }, (_, n) => `${n}`),
  );
  tenant.write(() => {
    for (const id of ids.slice(0, MAX_STARS)) starMessage(rui, id);
  });
  expect(await app.api(rui).put(`/messages/${ids.at(-1)}/star`)).toMatchObject({
    status: 409,
    body: { error: "ERR_LIMIT_REACHED", details: { resource: "stars", limit: MAX_STARS } },
  });
  const first = starredMessages(rui, {});
  const second = starredMessages(rui, { before: first.starred.at(-1)?.message.id });
  expect([first.starred.length, first.hasMore, second.starred.length]).toEqual([40, true, 40]);
  expect(new Set([...bodies(first), ...bodies(second)]).size).toBe(80);
  run(tenant.db, "DELETE FROM message WHERE id = ?", ids[0] ?? 0);
  starMessage(rui, ids.at(-1) ?? 0);
  expect((await app.api(chief).delete(`/users/${rui.actor.id}`)).status).toBe(200);
  expect(starredMessages(rui, {}).starred).toEqual([]);
});
