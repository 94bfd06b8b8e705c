import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { QueueDeleting } from "./events.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = (plan?: Partial<Record<string, number>>) => {
  const tenant = app.company(undefined, plan);
  const boss = testUser(tenant, { profile: "admin" });
  return { tenant, boss, admin: app.api(boss) };
};
const sales = { name: "Vendas", color: "#FF8800", greetingMessage: "Olá!", orderQueue: "2" };

describe("queue", () => {
  test("a queue stores the fields, and keeps absent ones when changed", async () => {
    const { admin } = setUp();
    const made = await admin.post("/queue", sales);
    expect(made).toMatchObject({ status: 200, body: { name: "Vendas", orderQueue: 2, ratingMessage: "" } });
    const changed = await admin.put(`/queue/${made.body.id}`, { name: "Comercial", greetingMessage: null });
    expect(changed.body).toMatchObject({
      name: "Comercial",
      color: "#FF8800",
      greetingMessage: "",
      orderQueue: 2,
    });
    expect((await admin.get(`/queue/${made.body.id}`)).body).toEqual(changed.body);
  });

  test("a queue has default hours; an empty list means always open", async () => {
    const { admin } = setUp();
    const made = (await admin.post("/queue", { ...sales, token: " abc " })).body;
    expect(made).toMatchObject({
      token: "abc",
      allowDistributedTickets: false,
      usersDistributedTickets: "",
      integrationId: null,
      promptId: null,
      mediaPath: null,
      mediaName: null,
      hasOptions: false,
    });
    expect(made.schedules).toHaveLength(7);
    expect(made.schedules[0]).toEqual({
      weekday: "Segunda-feira",
      weekdayEn: "monday",
      startTime: "08:00",
      endTime: "18:00",
    });
    const night = { weekday: "Sexta", weekdayEn: "friday", startTime: "20:00", endTime: "02:00" };
    expect((await admin.put(`/queue/${made.id}`, { schedules: [night] })).body.schedules).toEqual([night]);
    expect((await admin.put(`/queue/${made.id}`, { schedules: [] })).body.schedules).toEqual([]);
  });

  test("a queue rejects an integration or prompt of another company", async () => {
    const { admin } = setUp();
    const none = { ...sales, integrationId: "", promptId: 0 };
    expect((await admin.post("/queue", none)).body).toMatchObject({ integrationId: null, promptId: null });
    for (const field of ["integrationId", "promptId"])
      expect(await admin.post("/queue", { name: "Nova", color: "#123", [field]: 7 })).toMatchObject({
        status: 404,
        body: { error: "ERR_NOT_FOUND" },
      });
    expect((await admin.get("/queue")).body).toHaveLength(1);
  });

  test("a queue requires a unique name and colour in the company", async () => {
    const { admin } = setUp();
    const { id } = (await admin.post("/queue", sales)).body;
    const other = (await admin.post("/queue", { name: "Suporte", color: "#000" })).body;
    const refused = async (fields: object, code: string) => {
      expect(await admin.post("/queue", { name: "Nova", color: "#123", ...fields })).toMatchObject({
        status: 409,
        body: { error: code },
      });
      expect((await admin.put(`/queue/${other.id}`, fields)).body.error).toBe(code);
    };
    await refused({ name: "VENDAS" }, "ERR_NAME_IN_USE");
    await refused({ color: "#ff8800" }, "ERR_QUEUE_COLOR_ALREADY_EXISTS");
    for (const color of ["red", "#abc", "SteelBlue", "#0b72c4ff"])
      expect((await admin.post("/queue", { name: `Cor ${color}`, color })).body).toMatchObject({ color });
    expect((await admin.put(`/queue/${id}`, sales)).status).toBe(200);
    expect((await setUp().admin.post("/queue", sales)).status).toBe(200);
  });

  test("a queue validates its fields", async () => {
    const { admin } = setUp();
    const fieldsOf = async (fields: object) =>
      (await admin.post("/queue", { ...sales, ...fields })).body.details.fields;
    expect(await fieldsOf({ name: "V" })).toEqual({ name: "too_short" });
    expect(await fieldsOf({ color: "red;background:url(//evil)" })).toHaveProperty("color");
    expect(await fieldsOf({ color: "notacolor" })).toEqual({ color: "invalid" });
    expect(await fieldsOf({ color: "" })).toEqual({ color: "required" });
    expect(await fieldsOf({ name: "V".repeat(51) })).toEqual({ name: "too_long" });
    expect(await fieldsOf({ name: "<script>alert(1)</script>" })).toEqual({ name: "invalid" });
    expect(await fieldsOf({ color: "#f" })).toEqual({ color: "too_short" });
    expect(await fieldsOf({ color: "#1234567890" })).toEqual({ color: "too_long" });
    expect(await fieldsOf({ ratingMessage: "x".repeat(4001) })).toEqual({ ratingMessage: "too_long" });
    expect(await fieldsOf({ token: "x".repeat(256) })).toEqual({ token: "too_long" });
    expect(await fieldsOf({ orderQueue: "first" })).toEqual({ orderQueue: "invalid" });
    const night = { weekdayEn: "monday", startTime: "20:00", endTime: "25:00" };
    expect(await fieldsOf({ schedules: [night] })).toEqual({ "schedules.0.endTime": "invalid" });
    expect((await admin.get("/queue")).body).toEqual([]);
  });

  test("queues are created up to exactly the plan's limit, also by parallel requests", async () => {
    const { admin } = setUp({ queues: 2 });
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => admin.post("/queue", { name: `Fila ${n}`, color: `#00000${n}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      error: "ERR_PLAN_LIMIT",
      details: { resource: "queues", limit: 2, used: 2 },
    });
  });

  test("a queue is read by everyone in menu order, written by admins", async () => {
    const { tenant, admin } = setUp();
    await admin.post("/queue", { ...sales, orderQueue: 5 });
    await admin.post("/queue", { name: "Caixa", color: "#111", orderQueue: 1 });
    const attendant = app.api(testUser(tenant));
    const list = (await attendant.get("/queue")).body;
    expect(list.map(({ name }: { name: string }) => name)).toEqual(["Caixa", "Vendas"]);
    expect((await attendant.put(`/queue/${list[0].id}`, { name: "Minha" })).status).toBe(403);
    expect((await attendant.get("/queue/4711")).body.error).toBe("ERR_NO_QUEUE_FOUND");
  });
});

describe("deleting a queue", () => {
  test("deleting a queue clears the references of users, connections and closed tickets", async () => {
    const { tenant, admin } = setUp();
    const queue = testQueue(tenant);
    const person = testUser(tenant, { queueIds: [queue] });
    testConnection(tenant, { queueIds: [queue] });
    expect((await admin.delete(`/queue/${queue}`)).status).toBe(200);
    expect(all(tenant.db, "SELECT * FROM user_queue WHERE user_id = ?", person.actor.id)).toEqual([]);
    expect(all(tenant.db, "SELECT * FROM connection_queue")).toEqual([]);
    expect((await admin.delete(`/queue/${queue}`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
  });

  test("a listener can veto the deletion of a queue, and then nothing has changed", async () => {
    const { tenant, admin } = setUp();
    const [queue, other] = [testQueue(tenant), testQueue(tenant)];
    const asked: (number | null)[] = [];
    app.installation.bus.within(QueueDeleting, (unit, { moveToId }) => {
      if (unit.tenant !== tenant) return;
      asked.push(moveToId);
      run(unit.db, "UPDATE queue SET rating_message = 'touched'");
      if (moveToId === null) throw new AppError(409, "ERR_QUEUE_HAS_TICKETS");
    });
    expect((await admin.delete(`/queue/${queue}`)).body.error).toBe("ERR_QUEUE_HAS_TICKETS");
    expect(one(tenant.db, "SELECT id FROM queue WHERE rating_message = ''")).toBeDefined();
    expect((await admin.delete(`/queue/${queue}?moveTo=${queue}`)).status).toBe(400);
    expect((await admin.delete(`/queue/${queue}?moveTo=4711`)).body.error).toBe("ERR_NO_QUEUE_FOUND");
    expect((await admin.delete(`/queue/${queue}?moveTo=${other}`)).status).toBe(200);
    expect(asked).toEqual([null, other]);
  });
});

describe("broadcasts of queues", () => {
  test("broadcasts of queues reach the company only; viewers lose the tickets of a deleted queue", async () => {
    const { tenant, admin } = setUp();
    const person = testUser(tenant);
    const socket = await app.socket(person);
    const { id } = (await admin.post("/queue", sales)).body;
    const created = await socket.event("queue", "create");
    expect(created.record).toMatchObject({ id, name: "Vendas" });
    expect(created.queue).toEqual(created.record);
    await admin.put(`/queue/${id}`, { name: "Comercial" });
    expect((await socket.event("queue", "update")).record.name).toBe("Comercial");
    await admin.delete(`/queue/${id}`);
    expect(await socket.event("queue", "delete")).toEqual({ action: "delete", id });
    socket.close();
  });
});

test("the uses of a queue are shown before its deletion, to admins only", async () => {
  const app = await startTestApp();
  const tenant = app.company();
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  const queueId = testQueue(tenant, "Vendas");
  const user = testUser(tenant, { queueIds: [queueId] });
  testConnection(tenant, { queueIds: [queueId] });
  const other = testQueue(tenant, "Suporte");
  await admin.post("/queue-options", { queueId, title: "Preços" });
  await admin.post("/queue-options", {
    queueId: other,
    title: "Comprar",
    action: "queue",
    targetQueueId: queueId,
  });
  expect((await admin.get(`/queue/${queueId}/uses`)).body).toEqual({
    tickets: 0,
    users: 1,
    connections: 1,
    options: 1,
    leads: 1,
  });
  expect((await app.api(user).get(`/queue/${queueId}/uses`)).status).toBe(403);
  expect((await admin.get("/queue/999/uses")).status).toBe(404);
  await app.stop();
});
