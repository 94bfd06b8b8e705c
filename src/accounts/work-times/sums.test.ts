import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, daysBetween, startOfDay } from "#platform/dates.ts";
import { all, run } from "#platform/db/database.ts";
import { randomFrom } from "#platform/db/ship/testing/random.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { type WorkTime, workTimesByDay, workTimesOf } from "./read.ts";
import type { SpanKind } from "./schema.ts";

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const KINDS: readonly SpanKind[] = ["online", "paused", "serving"];
/** Clocks change on days of these periods, by an hour or half of one; Kolkata's days begin at half past an hour of UTC. */
const PERIODS = [
  { zone: "America/New_York", day: "2026-03-08" },
  { zone: "America/New_York", day: "2026-11-01" },
  { zone: "Australia/Lord_Howe", day: "2026-04-05" },
  { zone: "America/Sao_Paulo", day: "2018-11-04" },
  { zone: "Asia/Kolkata", day: "2026-05-10" },
];

let base: TestInstallation;
let tenant: Tenant;
beforeAll(() => {
  base = testInstallation();
  tenant = base.company();
});
afterAll(() => base.close());

interface Row {
  readonly kind: SpanKind;
  readonly reason_id: number | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly seen_at: number;
}

/** The sums of a user computed from every row, without an index or a limit of a span's length. */
function counted(userId: number, fromMs: number, toMs: number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of all<Row>(tenant.db, "SELECT * FROM presence_span WHERE user_id = ?", userId)) {
    const [from, to] = [Math.max(row.started_at, fromMs), Math.min(row.ended_at ?? row.seen_at, toMs)];
    const key = row.kind === "paused" ? `paused ${row.reason_id}` : row.kind;
    if (to > from) sums[key] = (sums[key] ?? 0) + to - from;
  }
  return sums;
}

function shown(time: WorkTime | undefined): Record<string, number> {
  const sums = [
    ["online", time?.onlineMs ?? 0] as const,
    ["serving", time?.servingMs ?? 0] as const,
    ...[...(time?.paused ?? [])].map(([reason, ms]) => [`paused ${reason}`, ms] as const),
  ];
  return Object.fromEntries(sums.filter(([, ms]) => ms > 0));
}

const startOf = (day: string, zone: string): number => startOfDay(day, zone) ?? 0;

test("sums of any period equal sums over every span, also across changes of the clock and open spans", () => {
  const users = Array.from({ length: 3 }, () => testUser(tenant).actor.id);
  const reasons = ["Almoço", "Reunião", "Café"].map(
    (name) => run(tenant.db, "INSERT INTO pause_reason (name) VALUES (?)", name).id,
  );
  for (let seed = 1; seed <= Number(process.env["FUZZ_RUNS"] ?? 60); seed += 1) {
    const random = randomFrom(seed);
    const { zone, day } = PERIODS[seed % PERIODS.length] ?? { zone: "UTC", day: "2026-01-01" };
    const first = addDays(day, -random(4));
    const last = addDays(first, [0, 1, 4, 40][random(4)] ?? 0);
    const [fromMs, toMs] = [startOf(first, zone), startOf(addDays(last, 1), zone)];
    const minutes = (toMs - fromMs) / MINUTE + 4 * DAY_MINUTES;
    run(tenant.db, "DELETE FROM presence_span");
    for (let made = 0; made < 120; made += 1) {
      // A span lasts up to a day and the three minutes in which a server that stood still ends it. Some meet an end of the period.
      const startedAt = [fromMs, toMs, fromMs + (random(minutes) - 2 * DAY_MINUTES) * MINUTE][random(9)];
      const lasts = random(3) === 0 ? DAY_MINUTES + random(4) : random(4) === 0 ? 0 : random(DAY_MINUTES);
      const began = startedAt ?? fromMs + (random(minutes) - 2 * DAY_MINUTES) * MINUTE + random(1000);
      const kind = KINDS[random(3)] ?? "online";
      run(
        tenant.db,
        "INSERT INTO presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
        ...[users[random(3)] ?? 0, kind, kind === "paused" ? (reasons[random(4)] ?? null) : null, began],
        ...[random(5) === 0 ? null : began + lasts * MINUTE, began + lasts * MINUTE],
      );
    }
    const span = { seed, zone, first, last };
    const times = workTimesOf(tenant.db, { fromMs, toMs }, users);
    const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDays(first, at));
    const days = dates.map((date) => ({
      fromMs: startOf(date, zone),
      toMs: startOf(addDays(date, 1), zone),
    }));
    for (const userId of users) {
      expect({ ...span, userId, sums: shown(times.get(userId)) }).toEqual({
        ...{ ...span, userId },
        sums: counted(userId, fromMs, toMs),
      });
      expect({ ...span, userId, days: workTimesByDay(tenant.db, userId, days).map(shown) }).toEqual({
        ...{ ...span, userId },
        days: days.map((of) => counted(userId, of.fromMs, of.toMs)),
      });
    }
    expect(workTimesOf(tenant.db, { fromMs, toMs }, users.slice(1)).has(users[0] ?? 0)).toBe(false);
  }
});

test("a pause whose reason was deleted counts as one without a reason", () => {
  const userId = testUser(tenant).actor.id;
  const reason = run(tenant.db, "INSERT INTO pause_reason (name) VALUES ('Médico')").id;
  run(
    tenant.db,
    `INSERT INTO presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at) VALUES (?, 'paused', ?, 100, 300, 300)`,
    userId,
    reason,
  );
  const sums = () => shown(workTimesOf(tenant.db, { fromMs: 0, toMs: 1000 }, [userId]).get(userId));
  expect(sums()).toEqual({ [`paused ${reason}`]: 200 });
  run(tenant.db, "DELETE FROM pause_reason WHERE id = ?", reason);
  expect(sums()).toEqual({ "paused null": 200 });
});
