import { afterAll, beforeAll, expect, test } from "bun:test";
import { one } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { DeskApi } from "./desk-api.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("the demo signs in once per person, and again only after the visitor replaced that session", async () => {
  const tenant = app.company("Padaria");
  const { email, password } = await app.person(tenant, { profile: "admin" });
  const sessions = () => one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM session")?.n;
  for (let desk = 0; desk < 3; desk += 1) {
    const api = new DeskApi(app.url);
    await api.signIn(email, password);
    expect(await api.tickets("open")).toEqual([]);
  }
  expect(sessions()).toBe(1);

  await app.api().post("/auth/login", { email, password });
  const later = new DeskApi(app.url);
  await later.signIn(email, password);
  expect(await later.tickets("open")).toEqual([]);
  expect(sessions()).toBe(3);
});
