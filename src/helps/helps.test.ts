import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
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

test("help videos are read by everybody who is signed in, page by page and as a list", async () => {
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

test("they are found by title and description, without case and accents", async () => {
  const api = app.api(testUser(app.company()));
  expect((await api.get("/helps?searchParam=NUMERO")).body.records).toMatchObject([{ title: "Vídeo 13" }]);
  expect((await api.get("/helps/list?searchParam=video 1")).body).toHaveLength(10);
});

test("nobody writes them yet", async () => {
  const api = app.api(testUser(app.company(), { profile: "admin" }));
  expect((await api.post("/helps", { title: "x", video: "abcdef" })).status).toBe(404);
});
