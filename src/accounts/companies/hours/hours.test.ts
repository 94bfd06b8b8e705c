import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createCompany } from "#accounts/companies/index.ts";
import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const MORNING = { weekday: "Segunda", weekdayEn: "monday", startTime: "08:00", endTime: "12:00" };
const AFTERNOON = { ...MORNING, startTime: "13:00", endTime: "24:00" };
const setUp = () => {
  const tenant = app.company();
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  return { tenant, admin, path: `/companies/${tenant.id}/schedules` };
};

describe("opening hours of a company", () => {
  test("the opening hours of a company have defaults", async () => {
    const { tenant } = setUp();
    const made = await createCompany(app.installation, {
      name: "Nova",
      planId: tenant.company.plan.id,
      dueDate: null,
      campaignsEnabled: false,
    });
    expect(made.company.schedules).toEqual(DEFAULT_HOURS);
  });

  test("the opening hours of a company are written and read by its admins, several spans per day", async () => {
    const { tenant, admin, path } = setUp();
    const saved = await admin.put(path, { schedules: [MORNING, AFTERNOON] });
    expect(saved).toMatchObject({ status: 200, body: { schedules: [MORNING, AFTERNOON] } });
    expect((await admin.get(path)).body).toEqual(saved.body);
    expect(tenant.company.schedules).toEqual([MORNING, AFTERNOON] as never);
    expect((await admin.put(path, { schedules: [] })).body).toEqual({ schedules: [] });
  });

  test("the opening hours of a company are validated before anything is written", async () => {
    const { tenant, admin, path } = setUp();
    await admin.put(path, { schedules: [MORNING] });
    for (const wrong of [
      { startTime: "24:00" },
      { endTime: "24:01" },
      { startTime: "8:00" },
      { weekdayEn: "segunda" },
      { endTime: "" },
    ]) {
      const reply = await admin.put(path, { schedules: [MORNING, { ...MORNING, ...wrong }] });
      expect(reply, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
      expect(Object.keys(reply.body.details.fields)).toEqual([`schedules.1.${Object.keys(wrong)[0]}`]);
    }
    expect((await admin.put(path, { schedules: Array(71).fill(MORNING) })).body.details.fields).toEqual({
      schedules: "too_long",
    });
    expect((await admin.put(path, {})).body.details.fields).toEqual({ schedules: "required" });
    expect(tenant.company.schedules).toEqual([MORNING] as never);
  });

  test("the opening hours of a company are rejected for attendants and for admins of other companies", async () => {
    const { tenant, path } = setUp();
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    for (const profile of ["user", "supervisor"] as const) {
      const api = app.api(testUser(tenant, { profile }));
      expect(await api.get(path)).toMatchObject(refused);
      expect(await api.put(path, { schedules: [MORNING] })).toMatchObject(refused);
    }
    const { admin: stranger } = setUp();
    const missing = { status: 404, body: { error: "ERR_NOT_FOUND" } };
    for (const other of [path, "/companies/4711/schedules"]) {
      expect(await stranger.get(other)).toMatchObject(missing);
      expect(await stranger.put(other, { schedules: [MORNING] })).toMatchObject(missing);
    }
    expect(tenant.company.schedules).toEqual([]);
  });

  test("the opening hours of a company are writable by super users for any company", async () => {
    const { tenant, path } = setUp();
    const person = testUser(app.installation.tenants.open(1), { profile: "admin" });
    run(person.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", person.actor.id);
    const root = app.api(person);
    expect((await root.put(path, { schedules: [AFTERNOON] })).status).toBe(200);
    expect(tenant.company.schedules).toEqual([AFTERNOON] as never);
    expect((await root.get("/companies/4711/schedules")).status).toBe(404);
  });
});
