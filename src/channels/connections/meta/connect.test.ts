import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AuditEntry } from "#accounts/audit/contract.ts";
import { one } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, type PagesOffice, pagesOffice, quiet, startPagesApp } from "#test/helpers/pages.ts";

let world: PagesApp;
let office: PagesOffice;
beforeAll(async () => {
  world = await startPagesApp();
  office = await pagesOffice(world);
});
afterAll(() => world.stop());

const bodyFor = (facebookUserToken: string, addInstagram = true) => ({
  addInstagram,
  facebookUserId: "me",
  facebookUserToken,
});

test("a page and its Instagram account become connections with distinct names, the first one the default", async () => {
  const { body } = await office.asAdmin.get("/whatsapp");
  expect(body).toMatchObject([
    { name: office.page.name, channel: "facebook", status: "CONNECTED", isDefault: true },
    {
      name: `Insta ${office.page.instagram?.username}`,
      channel: "instagram",
      status: "CONNECTED",
      isDefault: false,
    },
  ]);
  expect(office.page.subscribed).toContain("message_echoes");
});

test("a token is never in a response, in the call log, or unencrypted in the database", async () => {
  const { body } = await office.asAdmin.get("/whatsapp");
  expect(JSON.stringify(body)).not.toContain("EAA");
  const row = one<{ token: string }>(office.tenant.db, "SELECT token FROM meta_account LIMIT 1");
  expect(row?.token).not.toContain("EAA");
  expect(world.graph.book.calls.join("\n")).not.toContain("EAA");
});

test("connecting a page again changes only its token", async () => {
  const again = await office.asAdmin.post("/facebook", bodyFor(office.userToken));
  expect((again.body as { id: number }[]).map(({ id }) => id)).toEqual([
    office.facebookId,
    office.instagramId,
  ]);
  const names = [office.page.name, `Insta ${office.page.instagram?.username}`];
  const { body } = await office.asAdmin.get("/audit?kind=connection");
  expect(body.records.map(({ verb, thing }: AuditEntry) => [verb, thing])).toEqual([
    ["renewed", names[1]],
    ["renewed", names[0]],
    ["created", null],
  ]);
  expect(body.records[2].details).toEqual({ count: 2 });
});

test("without addInstagram only the page is connected", async () => {
  const tenant = world.app.company();
  const page = world.graph.book.addPage("Só página", "so.pagina");
  const token = world.graph.book.addUser("77", [page]);
  const admin = world.app.api(testUser(tenant, { profile: "admin" }));
  const { body } = await admin.post("/facebook", bodyFor(token, false));
  expect(body).toMatchObject([{ channel: "facebook" }]);
});

test("a page of another company is refused, and no page of that request is connected", async () => {
  const tenant = world.app.company();
  const own = world.graph.book.addPage("Própria");
  const token = world.graph.book.addUser("78", [own, office.page]);
  const admin = world.app.api(testUser(tenant, { profile: "admin" }));
  const refused = await admin.post("/facebook", bodyFor(token));
  expect([refused.status, refused.body.error]).toEqual([409, "ERR_PAGE_IN_USE"]);
  expect((await admin.get("/whatsapp")).body).toEqual([]);
});

test("a page deleted in one company can be connected by another", async () => {
  const page = world.graph.book.addPage("Mudou de dono");
  const token = world.graph.book.addUser("79", [page]);
  const seller = world.app.api(testUser(world.app.company(), { profile: "admin" }));
  const { body } = await seller.post("/facebook", bodyFor(token));
  await seller.delete(`/whatsapp/${(body as { id: number }[])[0]?.id}`);
  await quiet(world.graph);
  expect(page.subscribed).toEqual([]);
  const buyer = world.app.api(testUser(world.app.company(), { profile: "admin" }));
  expect((await buyer.post("/facebook", bodyFor(token))).status).toBe(200);
});

test("each account counts against the plan: all are connected, or none", async () => {
  const tenant = world.app.company(undefined, { connections: 1 });
  const token = world.graph.book.addUser("80", [
    world.graph.book.addPage("Um", "um"),
    world.graph.book.addPage("Dois"),
  ]);
  const admin = world.app.api(testUser(tenant, { profile: "admin" }));
  const refused = await admin.post("/facebook", bodyFor(token));
  expect([refused.status, refused.body.error]).toEqual([409, "ERR_PLAN_LIMIT"]);
  expect((await admin.get("/whatsapp")).body).toEqual([]);
});

test("concurrent requests on all channels never exceed the plan's connections", async () => {
  const tenant = world.app.company(undefined, { connections: 5 });
  const admin = world.app.api(testUser(tenant, { profile: "admin" }));
  // The Graph API is called first, so the calls of both channels interleave.
  const pages = ["90", "91", "92", "93", "94"].map((user) =>
    bodyFor(world.graph.book.addUser(user, [world.graph.book.addPage(`Loja ${user}`)]), false),
  );
  const replies = await Promise.all([
    ...pages.map((body) => admin.post("/facebook", body)),
    ...[1, 2, 3].map((n) => admin.post("/whatsapp", { name: `Fone ${n}` })),
  ]);
  const { body: kept } = await admin.get("/whatsapp");
  expect(kept).toHaveLength(5);
  expect((kept as { isDefault: boolean }[]).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  const made = replies.filter(({ status }) => status === 200).flatMap(({ body }) => body as { id: number });
  expect(made.map(({ id }) => id).sort()).toEqual((kept as { id: number }[]).map(({ id }) => id).sort());
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(3);
  for (const { status, body } of refused)
    expect([status, body]).toEqual([
      409,
      { error: "ERR_PLAN_LIMIT", details: { resource: "connections", limit: 5, used: 5 } },
    ]);
});

test("an invalid token and a user without pages get ERR_PROVIDER_AUTH", async () => {
  const admin = world.app.api(testUser(world.app.company(), { profile: "admin" }));
  const forged = await admin.post("/facebook", bodyFor("EAA-forged"));
  expect([forged.status, forged.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
  const nobody = await admin.post("/facebook", bodyFor(world.graph.book.addUser("81", [])));
  expect([nobody.status, nobody.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
});

test("an attendant cannot connect pages, and a page has no QR code", async () => {
  expect((await office.asAna.post("/facebook", bodyFor(office.userToken))).status).toBe(403);
  const { status, body } = await office.asAdmin.put(`/whatsappsession/${office.facebookId}`, {});
  expect([status, body.error]).toEqual([400, "ERR_NOT_SUPPORTED"]);
});

test("starting a running page detects an invalid token", async () => {
  const statusOf = () =>
    one<{ status: string }>(office.tenant.db, "SELECT status FROM connection WHERE id = ?", office.facebookId)
      ?.status;
  await office.asAdmin.post(`/whatsappsession/${office.facebookId}`, {});
  expect(statusOf()).toBe("CONNECTED");
  world.graph.book.revoke(office.page);
  await office.asAdmin.post(`/whatsappsession/${office.facebookId}`, {});
  await quiet(world.graph);
  expect(statusOf()).toBe("DISCONNECTED");
});
