import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { copyMediaFile } from "#channels/media/attachment.ts";
import { mediaUrl } from "#channels/media/serving/signed-urls.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { addMediaFile, mediaFileById, mediaStoreOf, removeMediaFile } from "./files.ts";
import { usageOf } from "./quota.ts";
import { uploadStoreOf } from "./uploads.ts";

const MB = 1024 * 1024;
let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
let made = 0;
beforeEach(() => {
  made += 1;
  // The plan has storage for five files of one MB.
  tenant = app.company(`Loja ${made}`, { storage_mb: 5 });
  admin = testUser(tenant, { profile: "admin" });
});

const reply = (size: number) => {
  made += 1;
  const id = run(
    tenant.db,
    "INSERT INTO quick_reply (shortcode, message, shared, user_id, created_at, updated_at) VALUES (?, 'x', 1, ?, 1, 1)",
    `r${made}`,
    admin.actor.id,
  ).id;
  const form = new FormData();
  form.append("file", new File([Buffer.alloc(size, `${made}`)], "dados.bin"));
  return app.api(admin).post(`/quick-messages/${id}/media-upload`, form);
};
const notices = () =>
  tenant.db.$client.prepare("SELECT code FROM notice ORDER BY id").pluck().all() as readonly string[];

test("concurrent uploads fill the plan's storage exactly; the others are refused and leave no file", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => reply(MB)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(usageOf(tenant)).toMatchObject({ bytes: 5 * MB, files: 5 });
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: "ERR_MEDIA_QUOTA",
    details: { resource: "storageGb", limit: 5 * MB },
  });
  const files = await readdir(tenant.mediaDirectory, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile())).toHaveLength(5);
  expect(notices()).toContain("storage_full");
});

test("deleting a file frees storage, and a file shown by two rows counts once", async () => {
  expect((await reply(4 * MB)).status).toBe(200);
  expect(notices()).toEqual(["storage_nearly_full"]);
  const id = one<{ id: number }>(tenant.db, "SELECT id FROM media_file")?.id ?? 0;
  const copy = tenant.write((unit) => {
    const file = mediaFileById(unit.db, id);
    return file ? copyMediaFile(unit, file) : 0;
  });
  expect(usageOf(tenant)).toMatchObject({ bytes: 4 * MB, files: 1 });
  expect((await reply(2 * MB)).body).toMatchObject({ error: "ERR_MEDIA_QUOTA" });
  tenant.write((unit) => removeMediaFile(unit, id));
  expect(usageOf(tenant).bytes).toBe(4 * MB);
  tenant.write((unit) => removeMediaFile(unit, copy));
  expect(usageOf(tenant)).toMatchObject({ bytes: 0, files: 0, warned: 0 });
  expect((await reply(2 * MB)).status).toBe(200);
});

test("received files count until they are adopted or discarded, however slowly the rest of the form arrives", async () => {
  const store = uploadStoreOf(tenant);
  const three = () =>
    store.receive(
      (async function* () {
        yield Buffer.alloc(3 * MB);
      })(),
    );
  const first = await three();
  await expect(three()).rejects.toThrow("ERR_MEDIA_QUOTA");
  await store.discard(first);
  const second = await three();
  await store.adopt(second, "bin", 0);
  await store.discard(await three());
});

test("the signed address of a deleted file never opens a newer file", async () => {
  const store = mediaStoreOf(tenant);
  const keep = async (text: string) => {
    const received = await store.receive(
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
    const { name, size, sha256 } = await store.adopt(received, "jpg", 0);
    return tenant.write((unit) => addMediaFile(unit, { path: name, name: "image.jpg", size, sha256 }));
  };
  const of = (id: number) => `${app.url}${mediaUrl(tenant, id, "image.jpg")}`;
  const first = await keep("of Maria");
  const address = of(first);
  expect(await (await fetch(address)).text()).toBe("of Maria");
  tenant.write((unit) => removeMediaFile(unit, first));
  const second = await keep("of João");
  expect((await fetch(address)).status).toBe(404);
  expect(await (await fetch(of(second))).text()).toBe("of João");
});

test("a larger plan applies at once, and 0 removes the limit", async () => {
  expect((await reply(6 * MB)).status).toBe(409);
  const provider = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
  const plan = tenant.company.plan.id;
  const put = (storageGb: unknown) => app.api(provider).put(`/plans/${plan}`, { storageGb });
  expect((await put("0,01")).body).toMatchObject({ storageGb: 0.01 });
  expect((await reply(6 * MB)).status).toBe(200);
  expect((await reply(6 * MB)).status).toBe(409);
  expect((await put("")).body).toMatchObject({ storageGb: 0 });
  expect((await reply(6 * MB)).status).toBe(200);
  expect((await put(-1)).body).toMatchObject({ details: { fields: { storageGb: "invalid" } } });
});

test("the disk reserve is kept in any plan, and refused uploads leave no file", async () => {
  const full = await startTestApp({ env: { DISK_RESERVE_MB: "90000000" } });
  try {
    const company = full.company("Sem disco");
    const person = testUser(company, { profile: "admin" });
    const id = run(
      company.db,
      "INSERT INTO quick_reply (shortcode, message, shared, user_id, created_at, updated_at) VALUES ('a', 'x', 1, ?, 1, 1)",
      person.actor.id,
    ).id;
    const form = new FormData();
    form.append("file", new File([Buffer.alloc(1000, "a")], "a.bin"));
    expect(await full.api(person).post(`/quick-messages/${id}/media-upload`, form)).toMatchObject({
      status: 507,
      body: { error: "ERR_STORAGE_FULL" },
    });
    expect(() => company.write((unit) => addMediaFile(unit, { path: "x", size: 1 }))).toThrow(
      "ERR_STORAGE_FULL",
    );
    const left = join(company.mediaDirectory, "incoming");
    expect(existsSync(left) ? await readdir(left) : []).toEqual([]);
  } finally {
    await full.stop();
  }
});
