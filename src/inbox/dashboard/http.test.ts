import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { phone, wrote } from "#inbox/messages/testing.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

const MINUTE = 60_000;

describe("GET /dashboard", () => {
  test("GET /dashboard returns waiting, open and finished tickets, average times, and figures per attendant", async () => {
    t.meet();
    const boss = testUser(t.tenant, { name: "Dona", profile: "admin" });
    const asBoss = () => t.app.api(boss);
    const someone = (n: number) => ({ name: `Cliente ${n}`, identities: [phone(`5521988880${n}00`)] });
    t.receive(wrote(someone(1), "Oi", t.app.clock.now()), wrote(someone(2), "Oi", t.app.clock.now()));
    const { tickets } = (await asBoss().get("/tickets?status=pending&showAll=true")).body;
    expect(tickets).toHaveLength(2);
    const [first, second] = tickets.map(({ id }: { id: number }) => id);
    await asBoss().put(`/tickets/${first}`, { queueId: t.queueId, status: "pending", userId: null });
    t.app.clock.advance(6 * MINUTE);
    await asBoss().put(`/tickets/${first}`, { status: "open", userId: boss.actor.id });
    t.app.clock.advance(4 * MINUTE);
    expect((await asBoss().post(`/messages/${first}`, { body: "Bom dia!" })).status).toBe(200);
    t.app.clock.advance(26 * MINUTE);
    await asBoss().put(`/tickets/${first}`, { status: "closed" });

    const { status, body } = await asBoss().get("/dashboard?days=3");
    expect(status).toBe(200);
    expect(body.counters).toEqual({
      supportPending: 1,
      supportHappening: 1,
      supportFinished: 1,
      leads: 3,
      avgSupportTime: 30,
      avgWaitTime: 6,
      avgFirstResponse: 10,
    });
    expect(body.previous).toEqual({
      supportFinished: 0,
      leads: 0,
      avgSupportTime: 0,
      avgWaitTime: 0,
      avgFirstResponse: 0,
    });
    expect(body.attendants.find(({ name }: { name: string }) => name === "Dona")).toEqual({
      id: boss.actor.id,
      name: "Dona",
      rating: null,
      nps: null,
      avgSupportTime: 30,
      tickets: 1,
      online: false,
    });
    expect(body.hours).toHaveLength(24);
    expect(body.hours.reduce((a: number, b: number) => a + b, 0)).toBe(3);
    expect(body.period).toEqual({ from: "2026-11-18", to: "2026-11-20" });

    const tagged = await asBoss().post("/tags", { name: "Urgente", color: "#ff0000" });
    await asBoss().put(`/ticket-tags/${second}/${tagged.body.id}`);
    const filtered = await asBoss().get(`/dashboard?days=3&tagIds=${tagged.body.id}`);
    expect(filtered.body.counters).toMatchObject({ supportPending: 1, supportHappening: 0, leads: 1 });
    const unqueued = await asBoss().get(`/dashboard?days=3&queueIds=${encodeURIComponent("[null]")}`);
    expect(unqueued.body.counters).toMatchObject({ supportPending: 1, supportFinished: 0 });
  });

  test("GET /dashboard returns which attendants are online", async () => {
    t.meet();
    const boss = testUser(t.tenant, { name: "Dona", profile: "admin" });
    const socket = await t.app.socket(boss);
    const { body } = await t.app.api(boss).get("/dashboard?days=1");
    const online = body.attendants.filter((row: { online: boolean }) => row.online);
    expect(online.map(({ name }: { name: string }) => name)).toEqual(["Dona"]);
    socket.close();
  });

  test("GET /dashboard without a filter or for more than 366 days is rejected", async () => {
    t.meet();
    for (const query of ["", "?days=", "?days=0", "?date_from=Invalid%20Date", "?queueIds=1"])
      expect(await t.asAdmin.get(`/dashboard${query}`)).toMatchObject({
        status: 400,
        body: { error: "ERR_NO_FILTER" },
      });
    expect(await t.asAdmin.get("/dashboard?days=367")).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { days: "invalid" } } },
    });
    expect(await t.asAdmin.get("/dashboard?date_from=2024-01-01&date_to=2026-01-01")).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { date_from: "invalid" } } },
    });
    for (const ids of ["x", "[-1]", '{"a":1}', "[1.5]"])
      expect(await t.asAdmin.get(`/dashboard?days=3&queueIds=${encodeURIComponent(ids)}`)).toMatchObject({
        status: 400,
        body: { error: "ERR_VALIDATION" },
      });
  });

  test("GET /dashboard is for admins and returns data of their own company only", async () => {
    t.meet();
    const other = t.app.company("Outra");
    const theirs = testUser(other, { profile: "admin" });
    expect((await t.asAna.get("/dashboard?days=3")).status).toBe(403);
    expect((await t.asAna.get("/dashboard/ticketsDay?date=2026-11-20")).status).toBe(403);
    const query = `days=3&companyId=${t.tenant.id}&queueIds=${t.queueId}&whatsappIds=${t.connectionId}`;
    const { body } = await t.app.api(theirs).get(`/dashboard?${query}`);
    expect(body.counters).toMatchObject({ supportPending: 0, supportHappening: 0, leads: 0 });
    expect(body.attendants.map(({ id }: { id: number }) => id)).toEqual([theirs.actor.id]);
  });
});

describe("GET /dashboard/ticketsDay", () => {
  test("GET /dashboard/ticketsDay returns hours for one day, and days for a range", async () => {
    t.meet();
    const at = t.app.clock.now();
    const day = new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
    const hour = new Date(at - 3 * 3_600_000).getUTCHours();
    const one = await t.asAdmin.get(`/dashboard/ticketsDay?date=${day}`);
    expect(one.body).toMatchObject({ count: 1, days: null });
    expect(one.body.hours[hour]).toBe(1);
    const range = await t.asAdmin.get("/dashboard/ticketsDay?days=3");
    expect(range.body.count).toBe(1);
    expect(range.body.days.map(({ count }: { count: number }) => count)).toEqual([0, 0, 1]);
    expect(await t.asAdmin.get("/dashboard/ticketsDay?date=nope")).toMatchObject({
      status: 400,
      body: { error: "ERR_NO_FILTER" },
    });
  });
});
