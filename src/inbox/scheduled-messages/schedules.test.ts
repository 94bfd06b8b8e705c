import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";
import { ScheduledMessageUpdated } from "./events.ts";

const HOUR = 60 * 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock: fakeClock(Date.parse("2026-03-10T12:00:00Z")) });
});
afterAll(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const person = testUser(tenant, { name: "Ana" });
  const boss = testUser(tenant, { name: "Chefe", profile: "admin" });
  const contactId = testContact(tenant, { name: "Márcia Lima" });
  const [api, admin] = [app.api(person), app.api(boss)];
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const plan = (fields: object = {}, by = api) =>
    by.post("/schedules", { body: "Bom dia, tudo bem?", contactId, sendAt: at(HOUR), ...fields });
  return { tenant, person, boss, contactId, api, admin, at, plan };
};
const invalid = (fields: object) => ({ status: 400, body: { error: "ERR_VALIDATION", details: { fields } } });
const sent = { status: 409, body: { error: "ERR_SCHEDULE_SENT" } };

describe("a scheduled message", () => {
  test("a scheduled message is created, read, changed and deleted by its author", async () => {
    const { tenant, person, contactId, api, at, plan } = setUp();
    const line = testConnection(tenant, { name: "Loja" });
    const made = await plan({ whatsappId: line, userId: 999, companyId: 999, status: "ENVIADA" });
    expect(made).toMatchObject({
      status: 200,
      body: {
        body: "Bom dia, tudo bem?",
        contactId,
        contact: { id: contactId, name: "Márcia Lima" },
        sendAt: at(HOUR),
        sentAt: null,
        status: "PENDENTE",
        error: null,
        userId: person.actor.id,
        user: { name: "Ana" },
        whatsappId: line,
        whatsapp: { name: "Loja" },
        mediaPath: null,
        mediaName: null,
        ticketId: null,
        recurrence: "none",
        lateLimitHours: 12,
      },
    });
    const { id } = made.body;
    const changed = await api.put(`/schedules/${id}`, { recurrence: "monthly", whatsappId: "" });
    expect(changed.body).toMatchObject({
      recurrence: "monthly",
      whatsappId: null,
      body: "Bom dia, tudo bem?",
    });
    expect((await api.get(`/schedules/${id}`)).body).toEqual(changed.body);
    expect((await api.delete(`/schedules/${id}`)).body).toHaveProperty("message");
    expect(await api.get(`/schedules/${id}`)).toMatchObject({
      status: 404,
      body: { error: "ERR_NOT_FOUND" },
    });
  });

  test("a scheduled message needs a text of 5 to 4096 characters, a time, and an existing contact and connection", async () => {
    const { plan } = setUp();
    expect(await plan({ body: " abc  " })).toMatchObject(invalid({ body: "too_short" }));
    expect(await plan({ body: "x".repeat(4097) })).toMatchObject(invalid({ body: "too_long" }));
    expect((await plan({ contactId: null, sendAt: "" })).body.details.fields).toEqual({
      contactId: "required",
      sendAt: "required",
    });
    expect(await plan({ sendAt: "amanhã" })).toMatchObject(invalid({ sendAt: "invalid" }));
    expect(await plan({ recurrence: "yearly" })).toMatchObject(invalid({ recurrence: "invalid" }));
    expect(await plan({ lateLimitHours: 0 })).toMatchObject(invalid({ lateLimitHours: "invalid" }));
    expect(await plan({ contactId: 99 })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_CONTACT_FOUND" },
    });
    expect(await plan({ whatsappId: 99 })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_WAPP_FOUND" },
    });
  });

  test("a send time more than five minutes ago is rejected", async () => {
    const { api, at, plan } = setUp();
    expect(await plan({ sendAt: at(-5 * 60_000 - 1) })).toMatchObject(invalid({ sendAt: "invalid" }));
    const { status, body } = await plan({ sendAt: at(-5 * 60_000) });
    expect(status).toBe(200);
    expect(await api.put(`/schedules/${body.id}`, { sendAt: at(-HOUR) })).toMatchObject(
      invalid({ sendAt: "invalid" }),
    );
  });

  test("send times are read in the company's time zone, even in the night of a clock change", async () => {
    const { tenant, plan } = setUp();
    expect((await plan({ sendAt: "2026-03-11 09:30" })).body.sendAt).toBe("2026-03-11T12:30:00.000Z");
    run(tenant.db, "INSERT INTO setting (key, value) VALUES ('timeZone', 'Europe/Berlin')");
    tenant.drop("settings");
    tenant.drop("setting:timeZone");
    expect((await plan({ sendAt: "2026-03-29T02:30" })).body.sendAt).toBe("2026-03-29T01:00:00.000Z");
    expect((await plan({ sendAt: "2026-10-25 02:30:00" })).body.sendAt).toBe("2026-10-25T00:30:00.000Z");
  });

  test("a sent message cannot be changed, and only an admin can delete it from the list", async () => {
    const { tenant, api, admin, plan } = setUp();
    const { id } = (await plan()).body;
    run(tenant.db, "UPDATE scheduled_message SET status = 'sent', sent_at = 1 WHERE id = ?", id);
    expect(await api.put(`/schedules/${id}`, { body: "Outra coisa" })).toMatchObject(sent);
    expect(await admin.put(`/schedules/${id}`, { body: "Outra coisa" })).toMatchObject(sent);
    expect(await api.delete(`/schedules/${id}`)).toMatchObject(sent);
    expect(await api.delete(`/schedules/${id}/media-upload`)).toMatchObject(sent);
    expect((await admin.delete(`/schedules/${id}`)).status).toBe(200);
  });

  test("changing a failed message to a future time schedules it again", async () => {
    const { tenant, api, at, plan } = setUp();
    const { id } = (await plan()).body;
    run(
      tenant.db,
      "UPDATE scheduled_message SET status = 'failed', error = 'ERR_TOO_LATE', send_at = 1 WHERE id = ?",
      id,
    );
    expect(await api.put(`/schedules/${id}`, { body: "Outra coisa" })).toMatchObject(
      invalid({ sendAt: "invalid" }),
    );
    expect((await api.put(`/schedules/${id}`, { sendAt: at(0) })).body).toMatchObject({
      status: "PENDENTE",
      error: null,
    });
  });

  test("the file of a scheduled message is deleted together with the message", async () => {
    const { tenant, api, plan } = setUp();
    const { id } = (await plan()).body;
    const upload = (name: string, text: string) => {
      const form = new FormData();
      form.append("file", new File([text], name));
      return api.post(`/schedules/${id}/media-upload`, form);
    };
    expect((await upload("oferta.txt", "Só hoje")).body).toMatchObject({ mediaName: "oferta.txt" });
    const { mediaPath, mediaName } = (await upload("cardápio.txt", "Feijoada")).body;
    expect(mediaName).toBe("cardápio.txt");
    expect(await (await fetch(`${app.url}${mediaPath}`)).text()).toBe("Feijoada");
    const bare = mediaPath.split("?")[0];
    const bearer = (token: string | null) =>
      fetch(`${app.url}${bare}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await bearer(api.token)).status).toBe(200);
    expect((await bearer(app.api(testUser(tenant)).token)).status).toBe(404);
    expect(await upload("virus.exe", "MZ")).toMatchObject({ status: 415, body: { error: "ERR_MEDIA_TYPE" } });
    expect((await api.delete(`/schedules/${id}/media-upload`)).status).toBe(200);
    expect((await api.get(`/schedules/${id}`)).body.mediaPath).toBeNull();
    expect(tenant.db.$client.prepare("SELECT 1 FROM media_file").all()).toEqual([]);
  });
});

describe("permissions of scheduled messages", () => {
  test("attendants can read their own scheduled messages only, admins all of them", async () => {
    const { tenant, api, admin, plan } = setUp();
    const colleague = app.api(testUser(tenant, { profile: "supervisor" }));
    const { id } = (await plan()).body;
    const none = { status: 404, body: { error: "ERR_NOT_FOUND" } };
    expect(await colleague.get(`/schedules/${id}`)).toMatchObject(none);
    expect(await colleague.put(`/schedules/${id}`, { body: "Minha agora" })).toMatchObject(none);
    expect(await colleague.delete(`/schedules/${id}`)).toMatchObject(none);
    const form = new FormData();
    form.append("file", new File(["x"], "x.txt"));
    expect(await colleague.post(`/schedules/${id}/media-upload`, form)).toMatchObject(none);
    expect(await colleague.delete(`/schedules/${id}/media-upload`)).toMatchObject(none);
    expect((await colleague.get("/schedules")).body.schedules).toEqual([]);
    const changed = (await admin.put(`/schedules/${id}`, { body: "Texto do chefe" })).body;
    expect(changed).toMatchObject({ body: "Texto do chefe", user: { name: "Ana" } });
    expect((await api.get(`/schedules/${id}`)).body.body).toBe("Texto do chefe");
  });

  test("scheduled messages are no longer broadcast when the plan loses the feature", async () => {
    const { tenant, boss, plan } = setUp();
    const socket = await app.socket(boss);
    const { id } = (await plan()).body;
    await socket.event("schedule", "create");
    run(app.installation.system, "UPDATE plan SET use_schedules = 0 WHERE id = ?", tenant.company.plan.id);
    app.installation.tenants.refresh(tenant.id);
    tenant.write((unit) => unit.emit(ScheduledMessageUpdated, { scheduledMessageId: id }));
    await app.settled(boss, socket);
    expect(socket.events("schedule")).toHaveLength(1);
  });

  test("every route of scheduled messages is rejected when the plan lacks the feature", async () => {
    const tenant = app.company(undefined, { use_schedules: 0 });
    const api = app.api(testUser(tenant, { profile: "admin" }));
    const refused = {
      status: 403,
      body: { error: "ERR_PLAN_FEATURE", details: { feature: "useSchedules" } },
    };
    for (const route of app.app.routes.filter(({ path }) => path.startsWith("/schedules"))) {
      const path = route.path.replace(":id", "1");
      const verb = route.method.toLowerCase() as "get" | "post" | "put" | "delete";
      expect(await api[verb](path)).toMatchObject(refused);
    }
  });
});

describe("the list of scheduled messages", () => {
  test("the list has 20 rows a page, latest first or next due first, and is searched by contact and text", async () => {
    const { tenant, api, at, plan } = setUp();
    for (let n = 1; n <= 22; n += 1) await plan({ sendAt: at(n * HOUR), body: `Mensagem ${100 + n}` });
    const other = testContact(tenant, { name: "Zoé" });
    await plan({ contactId: other, body: "Até amanhã" });
    const first = (await api.get("/schedules?searchParam=marcia")).body;
    expect([first.schedules.length, first.count, first.hasMore]).toEqual([20, 22, true]);
    expect(first.schedules[0].body).toBe("Mensagem 122");
    const second = (await api.get("/schedules/?searchParam=MARCIA&pageNumber=2")).body;
    expect([second.schedules.length, second.hasMore]).toEqual([2, false]);
    expect((await api.get("/schedules?searchParam=ate amanha")).body.count).toBe(1);
    expect((await api.get(`/schedules?contactId=${other}`)).body.count).toBe(1);
    expect((await api.get("/schedules?status=PENDENTE")).body.schedules[0].sendAt).toBe(at(HOUR));
    expect((await api.get("/schedules?status=ERRO")).body.count).toBe(0);
  });

  test("admins can filter the list by author; attendants get only their own scheduled messages", async () => {
    const { tenant, person, boss, api, admin, plan } = setUp();
    await plan();
    await plan({}, admin);
    expect((await admin.get("/schedules")).body.count).toBe(2);
    expect((await admin.get(`/schedules?userId=${person.actor.id}`)).body.count).toBe(1);
    expect((await api.get(`/schedules?userId=${boss.actor.id}`)).body.schedules).toMatchObject([
      { userId: person.actor.id },
    ]);
    expect(tenant.id).toBeGreaterThan(0);
  });

  test("the list of a range of days has one page, in the company's time zone; a range without end is rejected", async () => {
    const { api, plan } = setUp();
    await plan({ sendAt: "2026-03-31 23:59" });
    await plan({ sendAt: "2026-04-01 00:00" });
    await plan({ sendAt: "2026-04-30 23:59" });
    const april = (await api.get("/schedules?from=2026-04-01&to=2026-05-01")).body;
    expect(april.schedules.map(({ sendAt }: { sendAt: string }) => sendAt)).toEqual([
      "2026-04-01T03:00:00.000Z",
      "2026-05-01T02:59:00.000Z",
    ]);
    expect([april.count, april.hasMore]).toEqual([2, false]);
    expect(await api.get("/schedules?from=2026-01-01&to=2026-05-01")).toMatchObject(
      invalid({ to: "invalid" }),
    );
    expect(await api.get("/schedules?from=2026-01-01")).toMatchObject(invalid({ to: "required" }));
    expect(await api.get("/schedules?from=ontem&to=2026-05-01")).toMatchObject(invalid({ from: "invalid" }));
  });

  test("every query of the list of scheduled messages uses an index", () => {
    const { tenant } = setUp();
    const plan = (sql: string) =>
      JSON.stringify(tenant.db.$client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
    const order = "ORDER BY send_at DESC, id DESC LIMIT 20";
    expect(plan(`SELECT * FROM scheduled_message WHERE user_id = 1 ${order}`)).toContain(
      "scheduled_message_user",
    );
    expect(plan(`SELECT * FROM scheduled_message ${order}`)).toContain("scheduled_message_time");
  });
});

test("changes of a scheduled message are broadcast to its author and the admins, not to colleagues", async () => {
  const { tenant, person, boss, api, plan } = setUp();
  const colleague = testUser(tenant);
  const [mine, bosss, other] = [
    await app.socket(person),
    await app.socket(boss),
    await app.socket(colleague),
  ];
  const { id } = (await plan()).body;
  expect((await mine.event("schedule", "create")).schedule).toMatchObject({ id });
  expect((await bosss.event("schedule", "create")).record).toMatchObject({ id, status: "PENDENTE" });
  await api.put(`/schedules/${id}`, { body: "Outro texto" });
  expect((await mine.event("schedule", "update")).record.body).toBe("Outro texto");
  await api.delete(`/schedules/${id}`);
  expect(await mine.event("schedule", "delete")).toEqual({ action: "delete", id });
  await app.settled(colleague, other);
  expect(other.events("schedule")).toEqual([]);
  for (const socket of [mine, bosss, other]) socket.close();
});
