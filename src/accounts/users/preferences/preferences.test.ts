import { afterAll, beforeAll, expect, test } from "bun:test";
import { all } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a user without stored preferences has the defaults, and a change keeps the other ones", async () => {
  const api = app.api(testUser(app.company()));
  expect((await api.get("/users/me/preferences")).body).toMatchObject({
    afterResolve: "list",
    singleKeys: true,
    undoSendSeconds: 0,
    listSort: {},
  });
  await api.put("/users/me/preferences", { singleKeys: false, listSort: { waiting: "newest" } });
  expect((await api.put("/users/me/preferences", { afterResolve: "next" })).body).toMatchObject({
    afterResolve: "next",
    singleKeys: false,
    listSort: { waiting: "newest" },
  });
});

test("an invalid preference is rejected with 400, and nothing is stored", async () => {
  const tenant = app.company();
  const api = app.api(testUser(tenant));
  for (const body of [{ undoSendSeconds: 16 }, { afterResolve: "home" }, { pushKinds: ["everything"] }])
    expect((await api.put("/users/me/preferences", body)).status).toBe(400);
  expect(all(tenant.db, "SELECT * FROM user_preference")).toEqual([]);
});

test("a changed preference is broadcast to the user's own pages only", async () => {
  const tenant = app.company();
  const [ana, bia] = [testUser(tenant), testUser(tenant)];
  const [own, other] = [await app.socket(ana), await app.socket(bia)];
  await app.api(ana).put("/users/me/preferences", { afterResolve: "next" });
  expect(await own.event("preference", "update")).toMatchObject({ preferences: { afterResolve: "next" } });
  await app.settled(bia, other);
  expect(other.events("preference")).toEqual([]);
});

test("the preferences of a deleted user are deleted", async () => {
  const tenant = app.company();
  const [ana, admin] = [testUser(tenant), testUser(tenant, { profile: "admin" })];
  await app.api(ana).put("/users/me/preferences", { singleKeys: false });
  await app.api(admin).delete(`/users/${ana.actor.id}`);
  expect(all(tenant.db, "SELECT * FROM user_preference")).toEqual([]);
});
