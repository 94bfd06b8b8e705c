import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";
import { NumberCheckPort } from "./number-check/port.ts";

let app: TestApp;
let tenant: Tenant;
let user: UserCtx;
let admin: UserCtx;
beforeAll(async () => {
  app = await startTestApp({
    plug: ({ ports }) =>
      ports.plug(NumberCheckPort, {
        check: async (_tenant, _connectionId, number) => ({
          exists: !number.endsWith("0000"),
          identities: [{ kind: "pn", value: number, address: `${number}@s.whatsapp.net` }],
        }),
      }),
  });
  tenant = app.company();
  testConnection(tenant, { isDefault: true });
  user = testUser(tenant);
  admin = testUser(tenant, { profile: "admin" });
});
afterAll(() => app.stop());

describe("contact routes", () => {
  test("contacts are created, found, changed and broadcast to the company", async () => {
    const api = app.api(user);
    const socket = await app.socket(admin);
    const saved = await api.post("/contacts", { name: "Marina Ribeiro", number: "+55 11 98765-4321" });
    expect(saved).toMatchObject({ status: 200, body: { number: "5511987654321", exists: "yes" } });
    expect(await socket.event("contact", "create")).toMatchObject({ contact: { id: saved.body.id } });
    expect((await api.get("/contacts?searchParam=ribe&pageNumber=1")).body).toMatchObject({
      count: 1,
      hasMore: false,
      contacts: [{ id: saved.body.id }],
    });
    expect((await api.get("/contacts/list?searchParam=marina")).body).toEqual([
      { id: saved.body.id, name: "Marina Ribeiro", number: "5511987654321", profilePicUrl: null },
    ]);
    const changed = await api.put(`/contacts/${saved.body.id}`, { email: "m@example.com" });
    expect(changed.body).toMatchObject({ email: "m@example.com", name: "Marina Ribeiro" });
    expect(await socket.event("contact", "update")).toMatchObject({ contact: { email: "m@example.com" } });
    socket.close();
  });

  test("an invalid field is named in the error, and so is a refusal by the network", async () => {
    const api = app.api(user);
    const fields = async (body: object) => (await api.post("/contacts", body)).body.details?.fields;
    expect(await fields({ name: "A", number: "5511987650001" })).toEqual({ name: "too_short" });
    expect(await fields({ number: "5511987650001" })).toEqual({ name: "required" });
    expect(await fields({ name: "Ana", number: "12345" })).toEqual({ number: "too_short" });
    expect(await fields({ name: "Ana", number: "abcdefghij" })).toEqual({ number: "too_short" });
    expect(await fields({ name: "Ana", number: "5511987650001", email: "x" })).toEqual({ email: "invalid" });
    expect((await api.post("/contacts", { name: "Ana", number: "5511987650000" })).body).toEqual({
      error: "ERR_WAPP_INVALID_CONTACT",
    });
    expect((await api.get("/contacts/99999")).body).toEqual({ error: "ERR_NO_CONTACT_FOUND" });
  });

  test("only admins merge, separate and delete contacts", async () => {
    const [api, boss] = [app.api(user), app.api(admin)];
    const make = async (number: string) => (await api.post("/contacts", { name: "Dupla", number })).body.id;
    const [one, other] = [await make("5511911110001"), await make("5511911110002")];
    expect((await api.post(`/contacts/${one}/merge`, { otherId: other })).status).toBe(403);
    const merged = await boss.post(`/contacts/${one}/merge`, { otherId: other });
    expect(merged.body).toMatchObject({ contact: { id: one } });
    expect((await api.get(`/contacts/${other}`)).status).toBe(404);
    const undone = await boss.post(`/contacts/merges/${merged.body.mergeId}/undo`);
    expect(undone.body).toMatchObject({ id: other, number: "5511911110002" });
    expect((await api.delete(`/contacts/${one}`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await boss.delete(`/contacts/${one}`)).status).toBe(200);
    expect((await boss.delete(`/contacts/${one}`)).body.error).toBe("ERR_NO_CONTACT_FOUND");
  });

  test("a number can be checked before it is saved", async () => {
    expect((await app.api(user).post("/contacts/check", { number: "55 11 98765-0003" })).body).toEqual({
      exists: true,
      number: "5511987650003",
    });
    const unknown = await app.api(user).post("/contacts/check", { number: "5511987650003", whatsappId: 99 });
    expect(unknown.body.error).toBe("ERR_NO_WAPP_FOUND");
  });
});
