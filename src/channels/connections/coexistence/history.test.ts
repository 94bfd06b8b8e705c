import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBodyReader, MalformedBody } from "#channels/connections/meta/stored-body.ts";
import { all, one, run } from "#platform/db/database.ts";
import { addNumber, type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import {
  addressBookWebhook,
  historyDeclined,
  historyWebhook,
  type OldMessage,
  offboardingWebhook,
} from "#simulator/graph/cloud-history.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const DAY = 24 * 60 * 60_000;
const [ANA, RUI] = ["5511988880001", "5511988880002"];
let place: PagesApp;
let tenant: Tenant;
let admin: Api;
let number: CloudNumber;
let connectionId: number;
let made = 0;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());

/** Connects a number that stays in the WhatsApp Business app by Embedded Sign-up. */
async function signUp(importHistory: boolean) {
  made += 1;
  const { book } = place.graph;
  tenant = place.app.company(`Coexistence ${made}`);
  number = addNumber(book, "Loja Aurora", `55113000${2000 + made}`);
  number.isInApp = true;
  const token = book.addUser(`910${made}`, []);
  cloudOf(book).allowed.set(`910${made}`, [number]);
  admin = place.app.api(testUser(tenant, { profile: "admin" }));
  const { grant } = (await admin.post("/facebook/official/numbers", { token })).body;
  const chosen = { grant, phoneNumberId: number.id, businessAccountId: number.businessId, importHistory };
  connectionId = (await admin.post("/facebook/official", { ...chosen, name: "Oficial" })).body.id;
  await settled();
}
const settled = () => quiet(place.graph);
const row = () =>
  one<{ state: string; phase: number; progress: number }>(
    tenant.db,
    "SELECT state, phase, progress FROM coexistence_import WHERE connection_id = ?",
    connectionId,
  );
const texts = () =>
  all<{ body: string }>(tenant.db, "SELECT body FROM message ORDER BY contact_id, place").map(
    ({ body }) => body,
  );
const old = (id: string, at: number, more: Partial<OldMessage> = {}): OldMessage => ({
  ...{ id, customer: ANA, fromMe: false, text: id, at: place.app.clock.now() - at },
  ...more,
});
const deliver = async (body: object) => {
  const status = await place.graph.post(body);
  await settled();
  return status;
};

describe("history of a number in the WhatsApp Business app", () => {
  beforeEach(() => signUp(true));

  test("contacts and history are requested immediately at the sign-up", () => {
    expect(number.syncs).toEqual(["smb_app_state_sync", "history"]);
    expect(row()).toMatchObject({ state: "requested" });
  });

  test("parts in any order and repeated become closed read-only tickets in the order of time, without doubles", async () => {
    const recent = historyWebhook(number, {
      ...{ phase: 0, progress: 40, order: 1 },
      messages: [old("b2", 2 * DAY), old("b1", 3 * DAY, { fromMe: true }), old("r1", DAY, { customer: RUI })],
    });
    const earlier = historyWebhook(number, {
      ...{ phase: 1, progress: 70, order: 1 },
      messages: [old("a1", 50 * DAY), old("a2", 40 * DAY)],
    });
    for (const body of [recent, earlier, recent, earlier]) expect(await deliver(body)).toBe(200);
    await becomesTrue(() => texts().length === 5);
    expect(texts()).toEqual(["a1", "a2", "b1", "b2", "r1"]);
    const tickets = all(tenant.db, "SELECT status, origin FROM ticket");
    expect(tickets).toEqual(Array(2).fill({ status: "closed", origin: "import" }));
    expect(row()).toEqual({ state: "importing", phase: 1, progress: 70 });
    await deliver(historyWebhook(number, { phase: 2, progress: 100, messages: [old("z", 170 * DAY)] }));
    expect(row()).toMatchObject({ state: "complete", phase: 2 });
    expect((await admin.get(`/whatsapp/${connectionId}/state`)).body.history).toMatchObject({
      progress: 100,
    });
  });

  test("a part of 20 MB is answered when it is on disk, and imported from there", async () => {
    const messages = Array.from({ length: 500 }, (_, n) => old(`m${n}`, 10 * DAY - n * 1000));
    const body = historyWebhook(number, { phase: 0, progress: 10, messages, padding: 20_000_000 });
    expect(await deliver(body)).toBe(200);
    await becomesTrue(() => texts().length === 500);
    const directory = join(place.app.installation.dataDirectory, "webhooks");
    await becomesTrue(() => !existsSync(directory) || readdirSync(directory).length === 0);
    expect(texts()[0]).toBe("m0");
  });

  test("a large body on disk is parsed in a thread and arrives in pieces of 500 messages", async () => {
    const messages = Array.from({ length: 2_000 }, (_, n) => old(`t${n}`, 10 * DAY - n * 1000));
    const body = historyWebhook(number, { phase: 0, progress: 10, messages, padding: 20_000_000 });
    const path = join(place.app.installation.dataDirectory, "large.json");
    writeFileSync(path, JSON.stringify(body));
    const reader = createBodyReader();
    const sizes: number[] = [];
    for await (const piece of reader.piecesOf(path)) sizes.push(JSON.stringify(piece).length);
    expect(sizes).toHaveLength(5);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    writeFileSync(path, "{");
    const failure = await reader
      .piecesOf(path)
      .next()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MalformedBody);
    reader.close();
  });

  test("a large body without the app's signature leaves nothing on disk, and one over 25 MB is refused", async () => {
    const body = historyWebhook(number, { phase: 0, progress: 1, messages: [], padding: 1_000_000 });
    expect(await place.graph.post(body, { secret: "wrong" })).toBe(401);
    const huge = historyWebhook(number, { phase: 0, progress: 1, messages: [], padding: 26 * 1024 * 1024 });
    expect(await place.graph.post(huge)).toBe(413);
    expect(readdirSync(join(place.app.installation.dataDirectory, "webhooks"))).toEqual([]);
  });

  test("a file of the history is delivered by a later call under the id of its message, and is stored", async () => {
    await deliver(
      historyWebhook(number, { phase: 0, progress: 5, messages: [old("f1", DAY, { hasFile: true })] }),
    );
    await becomesTrue(() => texts().length === 1);
    expect(texts()).toEqual(["[mídia indisponível]"]);
    const { book } = place.graph;
    book.files.set("77", { bytes: new TextEncoder().encode("%PDF-1.4 text"), type: "application/pdf" });
    const webhook = historyWebhook(number, { phase: 0, progress: 6, messages: [old("f1", DAY)] });
    const text = JSON.stringify(webhook).replace(
      '"type":"text","text":{"body":"f1"}',
      '"type":"document","document":{"id":"77","mime_type":"application/pdf","filename":"nota.pdf"}',
    );
    await deliver(JSON.parse(text));
    await becomesTrue(() => one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM media_file")?.n === 1);
    expect(texts()).toEqual([""]);
  });

  test("a number imports at most 200,000 different messages of its history, and its state reports the limit", async () => {
    run(tenant.db, "UPDATE coexistence_import SET messages = 199998");
    const messages = ["l1", "l2", "l3", "l4"].map((id, n) => old(id, 10 * DAY - n * 1000));
    const part = historyWebhook(number, { phase: 0, progress: 50, messages: messages.slice(0, 2) });
    for (const body of [part, part]) await deliver(body);
    await becomesTrue(() => texts().length === 2);
    await deliver(historyWebhook(number, { phase: 0, progress: 100, messages }));
    await becomesTrue(() => one(tenant.db, "SELECT 1 FROM inbound_event WHERE state = 'new'") === undefined);
    expect(texts()).toEqual(["l1", "l2"]);
    const { history } = (await admin.get(`/whatsapp/${connectionId}/state`)).body;
    expect(history).toMatchObject({ state: "complete", isLimited: true });
  });

  test("an import whose owner declined the history has the state declined, and the address book adds names", async () => {
    await deliver(historyDeclined(number));
    expect(row()).toMatchObject({ state: "declined" });
    await deliver(addressBookWebhook(number, [{ name: "Ana da Padaria", phone: ANA }]));
    expect(all(tenant.db, "SELECT name, number FROM contact")).toEqual([
      { name: "Ana da Padaria", number: ANA },
    ]);
  });

  test("people of the address book become contacts that attendants of the company see and other companies do not", async () => {
    await deliver(addressBookWebhook(number, [{ name: "Ana da Padaria", phone: ANA }]));
    const names = async (of: Tenant) => {
      const ctx = testUser(of, { profile: "user" });
      const { body } = await place.app.api(ctx).get("/contacts?searchParam=Padaria&pageNumber=1");
      return body.contacts.map(({ name }: { name: string }) => name);
    };
    expect(await names(tenant)).toEqual(["Ana da Padaria"]);
    expect(await names(place.app.company("Other company"))).toEqual([]);
  });

  test("the address book does not bring back a person whom the company erased", async () => {
    const people = [{ name: "Ana da Padaria", phone: ANA }];
    await deliver(addressBookWebhook(number, people));
    const id = one<{ id: number }>(tenant.db, "SELECT id FROM contact")?.id;
    expect((await admin.delete(`/contacts/${id}`)).status).toBeLessThan(300);
    await deliver(addressBookWebhook(number, [...people, { name: "Rui", phone: RUI }]));
    expect(all(tenant.db, "SELECT name, number FROM contact")).toEqual([{ name: "Rui", number: RUI }]);
  });

  test("a history that was requested, or is a day too late, is refused with ERR_HISTORY_DONE", async () => {
    const again = await admin.post(`/whatsapp/${connectionId}/history`);
    expect([again.status, again.body.error]).toEqual([409, "ERR_HISTORY_DONE"]);
    await signUp(false);
    run(tenant.db, "UPDATE coexistence_import SET signed_up_at = signed_up_at - ?", DAY + 1000);
    const late = await admin.post(`/whatsapp/${connectionId}/history`);
    expect([late.status, late.body.error]).toEqual([409, "ERR_HISTORY_DONE"]);
    expect(number.syncs).toEqual(["smb_app_state_sync"]);
  });

  test("an ended connection waits as TIMEOUT offboarded, and opens again when the owner connects it", async () => {
    await deliver(offboardingWebhook(number.businessId, "ACCOUNT_OFFBOARDED"));
    const status = () =>
      one<{ status: string; reason: string | null }>(
        tenant.db,
        "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
        connectionId,
      );
    expect(status()).toEqual({ status: "TIMEOUT", reason: "offboarded" });
    customerOf(place.graph, number, { name: "Ana", phone: ANA }).writes("Ainda atendem?");
    await settled();
    const ticketId = one<{ id: number }>(tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
    run(
      tenant.db,
      "UPDATE ticket SET status = 'open', user_id = (SELECT min(id) FROM user) WHERE id = ?",
      ticketId,
    );
    expect((await admin.post(`/messages/${ticketId}`, { body: "Sim, até as 18h." })).status).toBe(200);
    await settled();
    const sent = () =>
      cloudOf(place.graph.book).sent.filter((one) => one.number === number && one.type === "text").length;
    expect(sent()).toBe(0);
    await deliver(offboardingWebhook(number.businessId, "ACCOUNT_RECONNECTED"));
    await becomesTrue(() => status()?.status === "CONNECTED");
    await place.app.app.runJob("outbox");
    await settled();
    await deliver(offboardingWebhook(number.businessId, "ACCOUNT_RECONNECTED"));
    place.app.clock.advance(61_000);
    await place.app.app.runJob("outbox");
    await settled();
    expect(sent()).toBe(1);
  });

  test("an ended connection still waits after a restart of the server, until the owner connects it again", async () => {
    await deliver(offboardingWebhook(number.businessId, "ACCOUNT_OFFBOARDED"));
    const { directory, clock } = place.app;
    const companyId = tenant.id;
    const { graph } = place;
    await place.app.stop({ directory: true });
    const app = await startTestApp({ clock, directory, env: { META_GRAPH_URL: graph.url } });
    try {
      graph.webhook = `${app.url}/webhooks/meta`;
      const db = app.installation.tenants.open(companyId).db;
      const status = () =>
        one<{ status: string; reason: string | null }>(
          db,
          "SELECT status, status_reason AS reason FROM connection",
        );
      clock.advance(10 * 60_000);
      for (const job of ["sessions", "outbox"]) await app.app.runJob(job).catch(() => undefined);
      await quiet(graph);
      expect(status()).toEqual({ status: "TIMEOUT", reason: "offboarded" });
      await graph.post(offboardingWebhook(number.businessId, "ACCOUNT_RECONNECTED"));
      await becomesTrue(() => status()?.status === "CONNECTED");
    } finally {
      await app.stop();
      await graph.stop();
      place = await startPagesApp();
    }
  });
});

describe("a sign-up without the history", () => {
  beforeEach(() => signUp(false));

  test("only the contacts are requested, and the history can be requested for a day", async () => {
    expect(number.syncs).toEqual(["smb_app_state_sync"]);
    place.graph.book.down = true;
    const failed = await admin.post(`/whatsapp/${connectionId}/history`);
    place.graph.book.down = false;
    expect([failed.status, row()?.state]).toEqual([400, "waiting"]);
    place.app.clock.advance(2 * 60 * 60_000);
    // Her access token has expired meanwhile.
    admin = place.app.api(testUser(tenant, { profile: "admin" }));
    expect((await admin.post(`/whatsapp/${connectionId}/history`)).status).toBe(200);
    expect(number.syncs).toEqual(["smb_app_state_sync", "history"]);
  });
});
