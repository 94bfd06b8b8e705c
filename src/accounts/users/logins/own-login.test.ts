import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterEach(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  return { tenant, admin: app.api(testUser(tenant, { profile: "admin" })) };
};
const login = ({ email, password }: Pick<Person, "email" | "password">) =>
  app.api().post("/auth/login", { email, password });

describe("own e-mail or password", () => {
  const open = async (profile: "admin" | "user" = "user") => {
    const { tenant } = setUp();
    const person = await app.person(tenant, { profile });
    const here = { authorization: `Bearer ${(await login(person)).body.token}` };
    const change = (body: object) => app.api().put(`/users/${person.id}`, body, here);
    return { person, change };
  };
  const REQUIRED = {
    status: 400,
    body: { error: "ERR_VALIDATION", details: { fields: { currentPassword: "required" } } },
  };
  const WRONG = {
    status: 403,
    body: { error: "ERR_CURRENT_PASSWORD", details: { fields: { currentPassword: "invalid" } } },
  };

  test.each(["user", "admin"] as const)(
    "the own e-mail or password cannot be changed without the current password (%s)",
    async (profile) => {
      const { person, change } = await open(profile);
      for (const changed of [{ password: "another one" }, { email: `thief-${person.email}` }]) {
        expect(await change(changed)).toMatchObject(REQUIRED);
        expect(await change({ ...changed, currentPassword: "" })).toMatchObject(REQUIRED);
        expect(await change({ ...changed, currentPassword: "a guess" })).toMatchObject(WRONG);
      }
      expect((await login(person)).status).toBe(200);
    },
  );

  test("a user changes their e-mail or password with the current password", async () => {
    const { person, change } = await open();
    const email = `new-${person.email}`;
    const changed = { email, password: "another one", currentPassword: person.password };
    expect(await change(changed)).toMatchObject({ status: 200, body: { email } });
    expect((await login({ email, password: "another one" })).status).toBe(200);
  });

  test("a user who saves other fields with an unchanged e-mail and password needs no current password", async () => {
    const { person, change } = await open();
    expect(await change({ name: "Bia Reis", email: person.email, password: "" })).toMatchObject({
      status: 200,
    });
  });

  test("e-mail and password of another user can be changed by an admin without the current password", async () => {
    const { tenant, admin } = setUp();
    const person = await app.person(tenant);
    const changed = { email: `new-${person.email}`, password: "by the admin" };
    expect((await admin.put(`/users/${person.id}`, changed)).status).toBe(200);
    expect((await login(changed)).status).toBe(200);
  });
});

test("after five wrong current passwords a login session gets 429; other login sessions of the user do not", async () => {
  await app.stop();
  app = await startTestApp();
  const { tenant } = setUp();
  const person = await app.person(tenant);
  const session = async () => {
    const headers = { authorization: `Bearer ${(await login(person)).body.token}` };
    return (currentPassword: string) =>
      app.api().put(`/users/${person.id}`, { password: "another one", currentPassword }, headers);
  };
  const stolen = await session();
  for (let n = 0; n < 5; n += 1) expect((await stolen("a guess")).status).toBe(403);
  expect((await stolen(person.password)).status).toBe(429);
  const owner = await session();
  expect((await owner(person.password)).status).toBe(200);
});
