import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { removeTicket, storedTicket } from "#inbox/tickets/index.ts";
import { all, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { DraftAnswer, ListedDraft } from "./contract.ts";
import { listDrafts } from "./list.ts";
import { saveDraft } from "./save.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let tenant: Tenant;
let ana: UserCtx;
let chief: UserCtx;
let queueId: number;
let ticketId: number;
let made = 0;
beforeEach(() => {
  tenant = app.company();
  queueId = testQueue(tenant, "Vendas");
  ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  chief = testUser(tenant, { name: "Chefe", profile: "admin" });
  ticketId = openTicket("Marina");
});

function openTicket(name: string): number {
  made += 1;
  return run(
    tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, created_at, updated_at)
     VALUES (?, 'open', ?, ?, ?, ?, ?, 0, 0)`,
    `u${made}`,
    testContact(tenant, { name }),
    testConnection(tenant),
    queueId,
    ana.actor.id,
    `p${made}`,
  ).id;
}

const put = (by: UserCtx, body: object, id = ticketId) => app.api(by).put(`/tickets/${id}/draft`, body);
const list = async (by: UserCtx): Promise<readonly ListedDraft[]> =>
  (await app.api(by).get("/drafts")).body.drafts;
const message = (body: string, version = 0) => ({ mode: "message", body, version });

describe("the draft of a ticket", () => {
  test("a draft written on one device appears on the next one with its quote, and an empty text removes the draft", async () => {
    const stored = await put(ana, { ...message("Bom dia, Marina. O"), quotedMsgId: 7 });
    expect(stored).toMatchObject({ status: 200, body: { ticketId, mode: "message", quotedMsgId: 7 } });
    await put(ana, { mode: "note", body: "ligar depois", version: 0 });
    const own = await list(ana);
    expect(own.map(({ mode, body }) => [mode, body])).toEqual([
      ["note", "ligar depois"],
      ["message", "Bom dia, Marina. O"],
    ]);
    expect(own[1]?.ticket).toEqual({ uuid: `u${made}`, contactName: "Marina" });
    const { version } = stored.body as DraftAnswer;
    expect((await put(ana, message(" \n", version))).body).toMatchObject({ body: "" });
    expect((await list(ana)).map(({ mode }) => mode)).toEqual(["note"]);
  });

  test("a second device with an outdated version gets 409 with the stored draft, and overwrites nothing", async () => {
    const first = (await put(ana, message("do notebook"))).body;
    const refused = await put(ana, message("do celular"));
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: "ERR_DRAFT_CHANGED",
        details: { draft: { body: "do notebook", version: first.version } },
      },
    });
    expect(await put(ana, message(""))).toMatchObject({ status: 409 });
    expect((await list(ana))[0]?.body).toBe("do notebook");
    // An equal text is no conflict; with the current version the new text replaces the old one.
    expect((await put(ana, message("do notebook"))).status).toBe(200);
    const now = (await list(ana))[0]?.version ?? 0;
    expect((await put(ana, message("do celular", now))).status).toBe(200);
  });

  test("versions of drafts are never reused, so an old page does not overwrite a text written after a removal", async () => {
    const first = (await put(ana, message("um"))).body.version;
    await put(ana, message("", first));
    app.clock.advance(1);
    const second = (await put(ana, message("dois"))).body.version;
    expect(second).toBeGreaterThan(first);
    expect((await put(ana, message("três", first))).status).toBe(409);
  });

  test("a draft with more than 5,000 characters, with an unknown mode or without a version is rejected", async () => {
    expect((await put(ana, message("x".repeat(5001)))).body.details.fields).toEqual({ body: "too_long" });
    expect((await put(ana, { ...message("a"), mode: "campaign" })).status).toBe(400);
    expect((await put(ana, { mode: "note", body: "a" })).status).toBe(400);
  });
});

describe("the privacy of drafts", () => {
  test("only the author reads a draft and gets its events; an admin does not", async () => {
    const [near, far] = [await app.socket(ana), await app.socket(chief)];
    await put(ana, message("segredo"));
    expect((await near.event("draft", "update")).draft).toMatchObject({ body: "segredo" });
    expect(await list(chief)).toEqual([]);
    await app.settled(chief, far);
    expect(far.events("draft")).toEqual([]);
    // The admin's own draft in the same ticket is another row.
    await put(chief, message("do chefe"));
    expect((await list(ana)).map(({ body }) => body)).toEqual(["segredo"]);
    near.close();
    far.close();
  });

  test("a support session has no drafts: both calls are refused with 403", () => {
    const support: UserCtx = { tenant, actor: { ...chief.actor, supportUntil: app.clock.now() + 1000 } };
    expect(() =>
      saveDraft(support, ticketId, { mode: "note", body: "x", quotedMsgId: null, version: 0 }),
    ).toThrow(AppError);
    expect(() => listDrafts(support)).toThrow("ERR_NO_PERMISSION");
  });

  test("an attendant who no longer sees the ticket gets the draft without the contact's name, and can only remove it", async () => {
    const { version } = (await put(ana, message("ia responder"))).body;
    run(tenant.db, "DELETE FROM user_queue WHERE user_id = ?", ana.actor.id);
    run(tenant.db, "UPDATE ticket SET user_id = ? WHERE id = ?", chief.actor.id, ticketId);
    expect((await list(ana))[0]).toMatchObject({ body: "ia responder", ticket: null });
    expect((await put(ana, message("mais", version))).status).toBe(404);
    expect((await put(ana, message("", version))).status).toBe(200);
    expect((await put(ana, message(""))).status).toBe(404);
    expect(await list(ana)).toEqual([]);
  });
});

describe("the end of drafts", () => {
  const rows = () => all<{ body: string }>(tenant.db, "SELECT body FROM draft").map(({ body }) => body);

  test("a draft is deleted 30 days after its last change, with its ticket and with its author", async () => {
    await put(ana, message("velho"));
    app.clock.advance(20 * DAY_MS);
    const other = openTicket("Rui");
    saveDraft(ana, other, { mode: "message", body: "novo", quotedMsgId: null, version: 0 });
    await app.app.runJob("drafts");
    expect(rows().toSorted()).toEqual(["novo", "velho"]);
    app.clock.advance(10 * DAY_MS);
    await app.app.runJob("drafts");
    expect(rows()).toEqual(["novo"]);
    app.clock.advance(20 * DAY_MS);
    await app.app.runJob("drafts");
    expect(rows()).toEqual([]);

    saveDraft(ana, other, { mode: "message", body: "com o ticket", quotedMsgId: null, version: 0 });
    tenant.write((unit) => removeTicket(unit, storedTicket(unit.db, other)));
    expect(rows()).toEqual([]);
    saveDraft(ana, ticketId, { mode: "note", body: "com a pessoa", quotedMsgId: null, version: 0 });
    expect((await app.api(chief).delete(`/users/${ana.actor.id}`)).status).toBe(200);
    expect(rows()).toEqual([]);
  });

  test("the list of drafts has pages that later changes do not shift", async () => {
    for (let n = 0; n < 51; n += 1)
      saveDraft(ana, openTicket(`Pessoa ${n}`), {
        mode: "message",
        body: `${n}`,
        quotedMsgId: null,
        version: 0,
      });
    const first = listDrafts(ana);
    expect([first.drafts.length, first.hasMore]).toEqual([50, true]);
    saveDraft(ana, ticketId, { mode: "message", body: "mais novo", quotedMsgId: null, version: 0 });
    const rest = listDrafts(ana, first.drafts.at(-1)?.version);
    expect([rest.drafts.map(({ body }) => body), rest.hasMore]).toEqual([["0"], false]);
  });
});
