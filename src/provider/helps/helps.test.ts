import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let superUser: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  // The first company is the provider's.
  superUser = testUser(app.company(), { profile: "admin" });
  run(superUser.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", superUser.actor.id);
  for (let n = 0; n < 23; n += 1)
    run(
      app.installation.system,
      "INSERT INTO help (title, description, video, created_at, updated_at) VALUES (?, ?, ?, 0, 0)",
      `Vídeo ${10 + n}`,
      n === 3 ? "Como conectar o número" : "",
      `abcdef${n}`,
    );
});
afterAll(() => app.stop());

test("help videos are readable by signed-in users, as pages and as a list", async () => {
  for (const profile of ["user", "supervisor", "admin"] as const) {
    const api = app.api(testUser(app.company(), { profile }));
    const first = (await api.get("/helps")).body;
    const second = (await api.get("/helps/?pageNumber=2")).body;
    expect([first.records.length, first.count, first.hasMore]).toEqual([20, 23, true]);
    expect([second.records.length, second.hasMore]).toEqual([3, false]);
    expect(first.records[0]).toEqual({ id: 1, title: "Vídeo 10", description: "", video: "abcdef0" });
    expect((await api.get("/helps/list")).body).toHaveLength(23);
  }
});

test("help videos are found by title and description, ignoring case and accents", async () => {
  const api = app.api(testUser(app.company()));
  expect((await api.get("/helps?searchParam=NUMERO")).body.records).toMatchObject([{ title: "Vídeo 13" }]);
  expect((await api.get("/helps/list?searchParam=video 1")).body).toHaveLength(10);
});

test("only super users change help videos", async () => {
  const tenant = app.company();
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  const api = app.api(superUser);
  const body = { title: " Filas ", video: "dQw4w9WgXcQ" };
  for (const call of [admin.post("/helps", body), admin.put("/helps/1", body), admin.delete("/helps/1")])
    expect(await call).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });

  const made = (await api.post("/helps", body)).body;
  expect(made).toEqual({ id: made.id, title: "Filas", description: "", video: "dQw4w9WgXcQ" });
  const changed = await api.put(`/helps/${made.id}`, { description: "Como dividir" });
  expect(changed.body).toMatchObject({ title: "Filas", description: "Como dividir", video: "dQw4w9WgXcQ" });
  expect(await api.post("/helps", { ...body, title: "FILAS" })).toMatchObject({
    status: 409,
    body: { error: "ERR_NAME_IN_USE" },
  });
  expect((await admin.get("/helps/list?searchParam=dividir")).body).toHaveLength(1);
  expect((await api.delete(`/helps/${made.id}`)).status).toBe(200);
  for (const call of [api.delete(`/helps/${made.id}`), api.put(`/helps/${made.id}`, {})])
    expect(await call).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
});

test("a help video is a code of 5 to 50 plain characters, never a URL", async () => {
  const api = app.api(superUser);
  const fieldsOf = async (fields: object) =>
    (await api.post("/helps", { title: "Vídeo novo", video: "dQw4w9WgXcQ", ...fields })).body.details?.fields;
  expect(await fieldsOf({ video: "https://evil.example" })).toEqual({ video: "invalid" });
  expect(await fieldsOf({ video: "abcd" })).toEqual({ video: "too_short" });
  expect(await fieldsOf({ video: "x".repeat(51) })).toEqual({ video: "too_long" });
  expect(await fieldsOf({ title: "" })).toEqual({ title: "required" });
  expect((await api.get("/helps/list?searchParam=novo")).body).toEqual([]);
});
