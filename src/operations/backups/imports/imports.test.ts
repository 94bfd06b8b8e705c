import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { exportCompany } from "#operations/backups/exports/export-company.ts";
import { contactsOf, damage, fillCompany, login, OTHER_KEY, scratch } from "#operations/backups/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { MAX_PIECE_BYTES } from "./contract.ts";

const PASSPHRASE = "twelve letters or more";
const directories = scratch();
afterAll(() => directories.remove());

/** `app` imports companies that another installation exported. */
let app: TestApp;
let root: UserCtx;
let asRoot: Api;
let elsewhere: TestApp;

const signIn = async () => {
  const provider = await ensureProviderCompany(app.installation, "Provedor");
  root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  asRoot = app.api(root);
};
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
  elsewhere = await startTestApp({
    directory: directories.next(),
    clock: app.clock,
    env: { APP_SECRET: OTHER_KEY },
  });
  elsewhere.company("Outro provedor");
  await signIn();
});
afterEach(async () => {
  await app.stop();
  await elsewhere.stop();
});

async function archiveOf(id: number, from = elsewhere): Promise<Buffer> {
  const path = directories.next();
  await exportCompany({
    dataDirectory: from.directory,
    id,
    path,
    secrets: from.installation.secrets,
    passphrase: PASSPHRASE,
    now: app.clock.now,
  });
  return readFileSync(path);
}

const begin = (bytes: Buffer, api = asRoot) =>
  api.post("/companies/import", { fileName: "padaria.tar", size: bytes.length });
function sendPiece(id: number, at: number, bytes: Buffer, api = asRoot) {
  const form = new FormData();
  form.set("piece", new File([new Uint8Array(bytes)], "piece"));
  return api.post(`/companies/import/${id}/pieces?at=${at}`, form);
}
const state = async () => (await asRoot.get("/companies/import")).body.import;
const companies = () => all(app.installation.system, "SELECT id FROM company ORDER BY id");
async function until(...wanted: string[]) {
  for (;;) {
    const now = await state();
    if (wanted.includes(now.state)) return now;
    if (!["looking", "running"].includes(now.state)) throw new Error(JSON.stringify(now));
    await Bun.sleep(20);
  }
}
/** Uploads the file in three pieces. */
async function upload(bytes: Buffer) {
  const { id } = (await begin(bytes)).body;
  const third = Math.ceil(bytes.length / 3);
  for (let at = 0; at < bytes.length; at += third) {
    expect((await sendPiece(id, at, bytes.subarray(at, at + third))).status).toBe(200);
  }
  return until("ready", "failed");
}
const open = (id: number, passphrase = PASSPHRASE) =>
  asRoot.post(`/companies/import/${id}/start`, { passphrase });
const leftovers = () =>
  ["imports", "work"].flatMap((name) => {
    const path = join(app.directory, name);
    return existsSync(path) ? readdirSync(path) : [];
  });

describe("import of a company on the provider's page", () => {
  test("an archive is uploaded in pieces, inspected and imported as a disabled company, with audit entry and notice", async () => {
    const { tenant, person } = await fillCompany(elsewhere, "Padaria");
    const bell = await app.socket(root);
    const ready = await upload(await archiveOf(tenant.id));
    expect(ready.content).toMatchObject({ name: "Padaria", users: 1, contacts: 20, mediaFiles: 1 });
    expect((await open(ready.id)).body).toMatchObject({ state: "running" });
    const work = { kind: "company-import", id: ready.id, name: "padaria.tar", canCancel: true };
    expect((await asRoot.get("/works")).body).toMatchObject([work]);
    const done = await until("done");
    await bell.next((frame) => frame.t === "event" && frame.data["code"] === "company_import");
    expect(done.report).toEqual({
      companyId: 2,
      name: "Padaria",
      renamed: false,
      takenEmails: [],
      takenTokens: [],
      mediaFiles: 1,
      missingFiles: 0,
      erasedAgain: 0,
    });
    const moved = app.installation.tenants.open(2);
    expect([moved.company.active, contactsOf(moved)]).toEqual([false, 20]);
    expect(leftovers()).toEqual([]);
    const trail = await asRoot.get("/audit/provider?kind=company&verb=imported");
    expect(trail.body.records).toMatchObject([{ thing: "Padaria", who: "person", name: root.actor.name }]);
    expect((await asRoot.put("/companies/2", { status: true })).status).toBe(200);
    expect(await login(app, person)).toBe(200);
  });

  test("contacts erased after the archive was made are erased again and counted", async () => {
    const { tenant } = await fillCompany(app, "Padaria");
    const bytes = await archiveOf(tenant.id, app);
    app.clock.advance(1000);
    const contact = one<{ id: number }>(tenant.db, "SELECT min(id) AS id FROM contact")?.id;
    const admin = app.api(testUser(tenant, { profile: "admin" }));
    expect((await admin.delete(`/contacts/${contact}`)).status).toBe(200);
    const ready = await upload(bytes);
    await open(ready.id);
    const { report } = await until("done");
    expect(report).toMatchObject({ name: "Padaria (2)", erasedAgain: 1 });
    expect(contactsOf(app.installation.tenants.open(report.companyId))).toBe(19);
  });

  test("a taken name or e-mail address is reported, and existing users keep theirs", async () => {
    const { tenant, person } = await fillCompany(elsewhere, "Padaria");
    const mine = app.company("padaria");
    await app.person(mine, { email: person.email });
    const ready = await upload(await archiveOf(tenant.id));
    await open(ready.id);
    expect((await until("done")).report).toMatchObject({
      name: "Padaria (2)",
      renamed: true,
      takenEmails: [person.email],
    });
    const owner = "SELECT company_id AS id FROM login WHERE email = ?";
    expect(one<{ id: number }>(app.installation.system, owner, person.email)?.id).toBe(mine.id);
  });

  test("super users of the other installation have no permissions here, and a company without due date gets one", async () => {
    const provider = elsewhere.installation.tenants.open(1);
    const owner = await elsewhere.person(provider, { super: true });
    run(elsewhere.installation.system, "UPDATE company SET due_date = NULL WHERE id = 1");
    const ready = await upload(await archiveOf(1));
    await open(ready.id);
    const { report } = await until("done");
    const moved = app.installation.tenants.open(report.companyId);
    expect(one(moved.db, "SELECT super FROM user WHERE email = ?", owner.email)).toEqual({ super: 0 });
    expect(moved.company.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("a wrong passphrase of an archive can be corrected without a new upload", async () => {
    const { tenant } = await fillCompany(elsewhere);
    const { id } = await upload(await archiveOf(tenant.id));
    await open(id, "not this passphrase");
    expect(await until("ready")).toMatchObject({ trouble: "passphrase" });
    expect(companies()).toHaveLength(1);
    expect((await open(id)).body).toMatchObject({ state: "running", trouble: null });
    expect(await until("done")).toMatchObject({ trouble: null });
  });
});

describe("upload of an archive", () => {
  test("an interrupted upload continues where it was, also after a restart; a piece out of order changes nothing", async () => {
    const { tenant } = await fillCompany(elsewhere);
    const bytes = await archiveOf(tenant.id);
    const half = Math.floor(bytes.length / 2);
    const { id } = (await begin(bytes)).body;
    await sendPiece(id, 0, bytes.subarray(0, half));
    for (const at of [0, half + 1])
      expect(await sendPiece(id, at, bytes.subarray(at))).toMatchObject({
        status: 400,
        body: { details: { fields: { at: "invalid" } } },
      });
    await app.stop({ directory: true });
    app = await startTestApp({ directory: app.directory, clock: app.clock });
    await signIn();
    expect(await state()).toMatchObject({ state: "uploading", received: half });
    await sendPiece(id, half, bytes.subarray(half));
    await until("ready");
    await open(id);
    expect(await until("done")).toMatchObject({ report: { mediaFiles: 1 } });
  });

  test("an upload longer than announced, or with too large a piece, is rejected and keeps the earlier bytes", async () => {
    const bytes = Buffer.alloc(4096, 1);
    const { id } = (await begin(bytes)).body;
    expect(await sendPiece(id, 0, Buffer.alloc(5000))).toMatchObject({
      status: 400,
      body: { details: { fields: { piece: "too_long" } } },
    });
    expect(await state()).toMatchObject({ state: "uploading", received: 0 });
    await asRoot.delete(`/companies/import/${id}`);
    const large = Buffer.alloc(MAX_PIECE_BYTES + 1);
    const longer = (await begin(large)).body;
    expect((await sendPiece(longer.id, 0, large)).status).toBe(413);
    expect(await state()).toMatchObject({ state: "uploading", received: 0 });
  });

  test("an upload needs free disk space, and there is one at a time", async () => {
    const answer = await asRoot.post("/companies/import", { fileName: "a.tar", size: 2 ** 43 });
    expect(answer).toMatchObject({ status: 507, body: { error: "ERR_STORAGE_FULL" } });
    const bytes = Buffer.alloc(4096);
    expect((await begin(bytes)).status).toBe(200);
    expect((await begin(bytes)).status).toBe(409);
  });

  test("an unfinished upload is deleted after a day", async () => {
    const { id } = (await begin(Buffer.alloc(4096))).body;
    await sendPiece(id, 0, Buffer.alloc(1000));
    app.clock.advance(25 * 3_600_000);
    await app.app.runJob("company_import");
    asRoot = app.api(root);
    expect(await state()).toMatchObject({ state: "failed", trouble: "interrupted" });
    expect(leftovers()).toEqual([]);
  });

  test("uploads are for super users only", async () => {
    const { id } = (await begin(Buffer.alloc(4096))).body;
    const admin = app.api(testUser(app.company(), { profile: "admin" }));
    expect((await begin(Buffer.alloc(4096), admin)).status).toBe(403);
    expect((await sendPiece(id, 0, Buffer.alloc(10), admin)).status).toBe(403);
    expect((await admin.post(`/companies/import/${id}/start`, { passphrase: PASSPHRASE })).status).toBe(403);
    expect((await admin.delete(`/companies/import/${id}`)).status).toBe(403);
    expect((await admin.get("/companies/import")).status).toBe(403);
  });
});

describe("invalid upload of an archive", () => {
  test("a text file or a truncated archive is rejected with its problem", async () => {
    const { tenant } = await fillCompany(elsewhere);
    const bytes = await archiveOf(tenant.id);
    expect(await upload(Buffer.from("a letter, not an archive".repeat(100)))).toMatchObject({
      state: "failed",
      trouble: "not-archive",
    });
    expect(await upload(bytes.subarray(0, bytes.length - 20_000))).toMatchObject({
      state: "failed",
      trouble: "damaged",
    });
    expect([companies().length, leftovers()]).toEqual([1, []]);
  });

  test("a damaged archive is rejected with its problem", async () => {
    const { tenant } = await fillCompany(elsewhere);
    const bytes = await archiveOf(tenant.id);
    const spoiled = directories.next();
    writeFileSync(spoiled, bytes);
    damage(spoiled, 0.3);
    const { id } = await upload(readFileSync(spoiled));
    await open(id);
    expect(await until("failed")).toMatchObject({ trouble: "damaged", report: null });
    expect([companies().length, leftovers()]).toEqual([1, []]);
  });

  test("a cancelled or interrupted import leaves nothing behind", async () => {
    const { tenant } = await fillCompany(elsewhere);
    const bytes = await archiveOf(tenant.id);
    const { id } = await upload(bytes);
    await open(id);
    expect((await asRoot.delete(`/companies/import/${id}`)).status).toBe(200);
    expect([(await state()).state, leftovers()]).toEqual(["cancelled", []]);
    const again = await upload(bytes);
    await open(again.id);
    // The state after a kill: the company's row exists, and the import is not finished.
    const half = app.company("Metade");
    await app.stop({ directory: true });
    app = await startTestApp({ directory: app.directory, clock: app.clock });
    await signIn();
    expect(await state()).toMatchObject({ state: "failed", trouble: "interrupted" });
    expect(leftovers()).toEqual([]);
    run(
      app.installation.system,
      "UPDATE company_import SET state = 'running', finished_at = NULL, company_id = ?",
      half.id,
    );
    await app.stop({ directory: true });
    app = await startTestApp({ directory: app.directory, clock: app.clock });
    await signIn();
    expect(companies()).toEqual([{ id: 1 }]);
    expect(existsSync(join(app.directory, `companies/${half.id}`))).toBe(false);
  });
});
