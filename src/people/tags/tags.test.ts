import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const person = testUser(tenant);
  return { tenant, person, api: app.api(person), admin: app.api(testUser(tenant, { profile: "admin" })) };
};

describe("tag", () => {
  test("a tag can be created, changed and deleted by every user of the company", async () => {
    const { person, api, admin } = setUp();
    const made = await api.post("/tags", { name: "  Urgente  " });
    expect(made).toMatchObject({
      status: 200,
      body: { name: "Urgente", color: "#0b72c4", kanban: 0, userId: person.actor.id, ticketsCount: 0 },
    });
    const { id } = made.body;
    const changed = await admin.put(`/tags/${id}`, { name: "Urgentíssimo" });
    expect(changed.body).toMatchObject({ name: "Urgentíssimo", color: "#0b72c4", userId: person.actor.id });
    expect((await api.get(`/tags/${id}`)).body).toEqual(changed.body);
    expect((await api.delete(`/tags/${id}`)).body).toHaveProperty("message");
    expect(await api.get(`/tags/${id}`)).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
    expect((await api.delete(`/tags/${id}`)).status).toBe(404);
  });

  test("a tag requires a unique name of at least 3 characters and a plain colour", async () => {
    const { api } = setUp();
    await api.post("/tags", { name: "Novo" });
    const second = (await api.post("/tags", { name: "Antigo" })).body;
    const taken = { status: 409, body: { error: "ERR_NAME_IN_USE" } };
    expect(await api.post("/tags", { name: "NOVO" })).toMatchObject(taken);
    expect(await api.put(`/tags/${second.id}`, { name: "novo" })).toMatchObject(taken);
    expect((await api.post("/tags", { name: "ab" })).body.details.fields).toEqual({ name: "too_short" });
    const styled = await api.post("/tags", { name: "Cor", color: "red;background:url(//evil)" });
    expect(styled.body.details.fields).toEqual({ color: "invalid" });
    expect((await setUp().api.post("/tags", { name: "Novo" })).status).toBe(200);
  });

  test("a tag becomes a lane of the board only when an admin or supervisor sets it", async () => {
    const { tenant, api, admin } = setUp();
    const supervisor = app.api(testUser(tenant, { profile: "supervisor" }));
    const mine = (await api.post("/tags", { name: "Sem efeito", kanban: 1 })).body;
    expect(mine.kanban).toBe(0);
    const lane = (await supervisor.post("/tags", { name: "Orçamento", kanban: 1 })).body;
    expect(lane.kanban).toBe(1);
    expect((await api.put(`/tags/${lane.id}`, { name: "Proposta", kanban: 0 })).body).toMatchObject({
      kanban: 1,
    });
    expect((await admin.put(`/tags/${mine.id}`, { kanban: true })).body.kanban).toBe(1);
    const { lista } = (await api.get("/tags/kanban")).body;
    expect(lista.map(({ name }: { name: string }) => name)).toEqual(["Sem efeito", "Proposta"]);
  });

  test("a tag counts its tickets, and is removed from them when deleted", async () => {
    const { tenant, api } = setUp();
    const { id } = (await api.post("/tags", { name: "Contada" })).body;
    const [contact, line] = [testContact(tenant), testConnection(tenant)];
    run(
      tenant.db,
      `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, protocol, created_at, updated_at)
       VALUES (7, 'u', 'open', ?, ?, 'p', 0, 0)`,
      contact,
      line,
    );
    run(tenant.db, "INSERT INTO ticket_tag VALUES (7, ?)", id);
    expect((await api.get(`/tags/${id}`)).body.ticketsCount).toBe(1);
    expect((await api.delete(`/tags/${id}`)).status).toBe(200);
  });
});

describe("tag lists", () => {
  test("tag lists are paged by name and searched without case and accents", async () => {
    const { api } = setUp();
    for (let n = 0; n < 22; n += 1) await api.post("/tags", { name: `Negociação ${10 + n}` });
    await api.post("/tags", { name: "Outra" });
    const first = (await api.get("/tags?searchParam=negociacao")).body;
    const second = (await api.get("/tags/?searchParam=NEGOCIAÇÃO&pageNumber=2")).body;
    expect([first.tags.length, first.count, first.hasMore]).toEqual([20, 22, true]);
    expect([second.tags.length, second.hasMore]).toEqual([2, false]);
    expect((await api.get("/tags/list")).body).toHaveLength(23);
    expect((await api.get("/tags/list?searchParam=outr")).body).toHaveLength(1);
  });
});

describe("tag broadcasts", () => {
  test("tag broadcasts reach sockets of the company, not those of others", async () => {
    const { person, api } = setUp();
    const stranger = setUp().person;
    const [near, far] = [await app.socket(person), await app.socket(stranger)];
    const { id } = (await api.post("/tags", { name: "Viva" })).body;
    expect((await near.event("tag", "create")).record).toMatchObject({ id, name: "Viva" });
    await api.put(`/tags/${id}`, { color: "#ffffff" });
    expect((await near.event("tag", "update")).tag.color).toBe("#ffffff");
    await api.delete(`/tags/${id}`);
    expect(await near.event("tag", "delete")).toEqual({ action: "delete", id });
    await app.settled(stranger, far);
    expect(far.events("tag")).toEqual([]);
    near.close();
    far.close();
  });
});
