import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("signing in", () => {
  test("answers the token and the user with everything the shell needs", async () => {
    const tenant = app.company("Padaria");
    const person = await app.person(tenant, { profile: "admin" });
    const reply = await app.api().post("/auth/login", { email: person.email, password: person.password });
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ id: person.id, companyId: tenant.id, profile: "admin" });
    expect(reply.headers.get("set-cookie")).toContain("HttpOnly");
  });
});

describe("a live socket", () => {
  test("is ready after its token", async () => {
    const user = testUser(app.company(), { name: "Bia" });
    const socket = await app.socket(user);
    await app.settled(user, socket);
    expect((await app.api(user).get("/auth/me")).body).toMatchObject({ name: "Bia", online: true });
    socket.close();
  });
});
