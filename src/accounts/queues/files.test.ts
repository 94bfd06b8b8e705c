import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = async () => {
  const tenant = app.company();
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  const queueId = testQueue(tenant);
  const { id } = (await admin.post("/queue-options", { queueId, title: "Preços" })).body;
  return { tenant, admin, paths: { queue: `/queue/${queueId}`, option: `/queue-options/${id}` } };
};
type Which = keyof Awaited<ReturnType<typeof setUp>>["paths"];

const form = (name: string, content = "conteúdo") => {
  const body = new FormData();
  body.append("file", new File([content], name));
  return body;
};
const stored = (tenant: Tenant) =>
  readdirSync(tenant.mediaDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
/** Files are deleted after the commit. */
const gone = async (tenant: Tenant) => {
  for (let turn = 0; turn < 200 && stored(tenant) > 0; turn += 1) await Bun.sleep(1);
  return stored(tenant);
};

describe.each(["queue", "option"] as const)("the file of a greeting or of an option (%s)", (which: Which) => {
  test("the file of a greeting or option has a signed URL, can be replaced and removed", async () => {
    const { tenant, admin, paths } = await setUp();
    const path = paths[which];
    const put = await admin.post(`${path}/media-upload`, form("Tabela.txt"));
    expect(put).toMatchObject({ status: 200, body: { mediaName: "Tabela.txt" } });
    const opened = await fetch(app.url + put.body.mediaPath);
    expect(await opened.text()).toBe("conteúdo");
    const again = await admin.post(`${path}/media-upload`, form("Nova.txt"));
    expect(again.body.mediaName).toBe("Nova.txt");
    expect((await fetch(app.url + put.body.mediaPath)).status).toBe(404);
    const without = await admin.delete(`${path}/media-upload`);
    expect(without.body).toMatchObject({ mediaPath: null, mediaName: null });
    expect(one(tenant.db, "SELECT 1 FROM media_file")).toBeUndefined();
    expect(await gone(tenant)).toBe(0);
    expect((await admin.delete(`${path}/media-upload`)).status).toBe(200);
  });

  test("the file of a greeting or option is readable by every user of the company and by no one else", async () => {
    const { tenant, admin, paths } = await setUp();
    const { mediaPath } = (await admin.post(`${paths[which]}/media-upload`, form("a.txt"))).body;
    const bare = app.url + String(mediaPath).split("?")[0];
    const open = async (of: Tenant) =>
      (await fetch(bare, { headers: { authorization: `Bearer ${app.api(testUser(of)).token}` } })).status;
    expect(await open(tenant)).toBe(200);
    expect(await open(app.company())).toBe(404);
    expect((await fetch(bare)).status).toBe(404);
  });

  test("the file of a greeting or option is rejected when an attendant uploads it, or when it is a program", async () => {
    const { tenant, admin, paths } = await setUp();
    const path = `${paths[which]}/media-upload`;
    const person = app.api(testUser(tenant));
    expect((await person.post(path, form("a.txt"))).body.error).toBe("ERR_NO_PERMISSION");
    expect((await person.delete(path)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await admin.post(path, form("a.bat"))).body.error).toBe("ERR_MEDIA_TYPE");
    expect((await admin.post(path, new FormData())).body.error).toBe("ERR_VALIDATION");
    const missing = path.replace(/\d+/, "4711");
    expect((await admin.post(missing, form("a.txt"))).status).toBe(404);
    expect(one(tenant.db, "SELECT 1 FROM media_file")).toBeUndefined();
  });

  test("the file of a greeting or option is deleted with its row", async () => {
    const { tenant, admin, paths } = await setUp();
    await admin.post(`${paths[which]}/media-upload`, form("a.txt"));
    expect((await admin.delete(paths[which])).status).toBe(200);
    expect(one(tenant.db, "SELECT 1 FROM media_file")).toBeUndefined();
    expect(await gone(tenant)).toBe(0);
  });
});

test("the file of an option is deleted with its queue", async () => {
  const { tenant, admin, paths } = await setUp();
  await admin.post(`${paths.option}/media-upload`, form("a.txt"));
  expect((await admin.delete(paths.queue)).status).toBe(200);
  expect(one(tenant.db, "SELECT 1 FROM media_file")).toBeUndefined();
});
