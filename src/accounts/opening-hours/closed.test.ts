import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { closedScope, readHours } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const NIGHT = [{ weekdayEn: "monday", startTime: "20:00", endTime: "22:00" }];
const monday = (hour: number) => Date.UTC(2026, 10, 23, hour + 3);

test("the setting scheduleType selects whether hours of the company or of the queue apply", async () => {
  const tenant = app.company();
  await app.api(testUser(tenant, { profile: "admin" })).put(`/companies/${tenant.id}/schedules`, {
    schedules: [{ weekdayEn: "monday", startTime: "08:00", endTime: "18:00" }],
  });
  const queue = { schedules: JSON.stringify(NIGHT) };
  expect(closedScope(tenant, queue, monday(3))).toBeNull();
  writeSetting(tenant, "scheduleType", "company");
  expect([closedScope(tenant, queue, monday(10)), closedScope(tenant, null, monday(20))]).toEqual([
    null,
    "company",
  ]);
  writeSetting(tenant, "scheduleType", "queue");
  expect([closedScope(tenant, queue, monday(10)), closedScope(tenant, queue, monday(20))]).toEqual([
    "queue",
    null,
  ]);
  expect(closedScope(tenant, null, monday(3))).toBeNull();
  expect(closedScope(tenant, { schedules: "[]" }, monday(3))).toBeNull();
});

test("opening hours follow the holidays and the time zone of the company", () => {
  const tenant = app.company();
  writeSetting(tenant, "scheduleType", "queue");
  writeSetting(tenant, "holidays", JSON.stringify([{ date: "11-23", spans: [] }]));
  const always = { schedules: "[]" };
  expect(closedScope(tenant, always, monday(1))).toBe("queue");
  writeSetting(tenant, "timeZone", "America/Los_Angeles");
  expect(closedScope(tenant, always, monday(1))).toBeNull();
});

test("stored opening hours that cannot be read count as always open", () => {
  expect(readHours("{")).toEqual([]);
  expect(readHours(JSON.stringify([{ weekdayEn: "someday", startTime: "08:00", endTime: "09:00" }]))).toEqual(
    [],
  );
  expect(readHours(JSON.stringify(NIGHT))).toEqual([
    { weekday: "Segunda-feira", weekdayEn: "monday", startTime: "20:00", endTime: "22:00" },
  ]);
});
