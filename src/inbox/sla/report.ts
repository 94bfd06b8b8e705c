import { SlaTarget } from "#inbox/tickets/contract.ts";
import { addDays, daysBetween } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import type { UserActor, UserCtx } from "#tenants/tenant.ts";
import type {
  SlaClocksQuery,
  SlaReport,
  SlaReportClocks,
  SlaReportQuery,
  SlaSums,
  SlaSumsQuery,
} from "./contract.ts";
import * as sql from "./report.sql.ts";

/** Longest period of a report, days. */
const MOST_DAYS = 366;

/** An answer of `slaReport` ends with the first day with which it has this many rows. */
const ROWS = 2_000;

/**
 * `GET /sla/report`: met and missed promises by day, policy, queue, attendant and target (docs/rules/sla.md#report); admins,
 * and supervisors of their own queues. The answer has whole days; the next one begins with `nextDay`. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION for a period of more than 366 days.
 */
export function slaReport({ tenant, actor }: UserCtx, query: SlaReportQuery): SlaReport {
  const { db } = tenant;
  const [policies, queues, users] = [
    namesOf(db, sql.names.policy),
    namesOf(db, sql.names.queue),
    namesOf(db, sql.names.user),
  ];
  const span = spanOf(actor, query);
  const last = queryOne(db, sql.dayAfterRows, { ...span, rows: ROWS - 1 })?.day ?? span.to;
  const next = queryOne(db, sql.dayAfterRows, { ...span, from: addDays(last, 1), rows: 0 });
  const rows = queryAll(db, sql.report, { ...span, to: last });
  return {
    rows: rows.map(({ day, policyId, queueId, userId, target, met, missed, sumMs }) => ({
      day,
      target,
      met,
      missed,
      sumMs,
      policy: policies(policyId),
      queue: queueId === 0 ? null : queues(queueId),
      user: userId === 0 ? null : users(userId),
    })),
    nextDay: next?.day ?? null,
  };
}

type Figure = SlaSums["figures"][number];
const TARGETS: ReadonlyMap<number, Figure["target"]> = new Map(
  SlaTarget.options.map((target) => [target.charCodeAt(0), target]),
);

/** `GET /sla/report/sums`: the report added up by policy, queue, attendant or day. Throws the errors of `slaReport`. */
export function slaSums({ tenant, actor }: UserCtx, { by, ...query }: SlaSumsQuery): SlaSums {
  const { db } = tenant;
  const span = spanOf(actor, query);
  if (by === "day") {
    const days = queryAll(db, sql.sumsByDay, span);
    return { figures: days.map(({ day, ...sums }) => ({ key: day, name: day, ...sums })) };
  }
  const nameOf = namesOf(db, sql.names[by]);
  const sums = addedUp(queryAll(db, sql.counts[by], span));
  const figures = sums.flatMap(({ id, initial, ...counts }): Figure[] => {
    const target = TARGETS.get(initial);
    return target ? [{ key: String(id), name: nameOf(id).name, target, ...counts }] : [];
  });
  return { figures };
}

/** The sums by id and target, in this order. */
function addedUp(rows: readonly sql.CountedRow[]): sql.CountedRow[] {
  const sums = new Map<number, { -readonly [Key in keyof sql.CountedRow]: number }>();
  for (const row of rows) {
    const key = row.id * 1000 + row.initial;
    const sum = sums.get(key);
    if (sum) {
      sum.met += row.met;
      sum.missed += row.missed;
      sum.sumMs += row.sumMs;
    } else sums.set(key, { ...row });
  }
  return [...sums].toSorted(([a], [b]) => a - b).map(([, sum]) => sum);
}

/** Rows with the same id share one object. A deleted row that the table no longer has gets an empty name. */
function namesOf(db: Db, statement: typeof sql.names.user): (id: number) => sql.Named {
  const named = new Map(queryAll(db, statement).map((row) => [row.id, row]));
  return (id) => named.get(id) ?? { id, name: "" };
}

/** `GET /sla/report/clocks`: the clocks behind a figure, newest first, 40 per page. Throws the errors of `slaReport`. */
export function slaReportClocks({ tenant, actor }: UserCtx, query: SlaClocksQuery): SlaReportClocks {
  const { policyId = null, queueId = null, userId = null, target = null, outcome, pageNumber } = query;
  const found = queryAll(tenant.db, sql.clocks, {
    ...spanOf(actor, query),
    ...{ policyId, queueId, userId, target },
    isMissed: outcome === undefined ? null : outcome === "missed" ? 1 : 0,
    offset: (pageNumber - 1) * sql.PAGE,
  });
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const clocks = found.slice(0, sql.PAGE).map(({ startedAt, dueAt, metAt, missedAt, ...row }) => ({
    ...row,
    startedAt: new Date(startedAt).toISOString(),
    dueAt: new Date(dueAt).toISOString(),
    metAt: instant(metAt),
    missedAt: instant(missedAt),
  }));
  return { clocks, hasMore: found.length > sql.PAGE };
}

function spanOf(actor: UserActor, { date_from: from, date_to: to }: SlaReportQuery) {
  const isAdmin = actor.profile === "admin";
  if (!isAdmin && actor.profile !== "supervisor") throw noPermission();
  if (!isDay(from)) throw invalidFields({ date_from: "invalid" });
  if (!isDay(to) || to < from || daysBetween(from, to) >= MOST_DAYS)
    throw invalidFields({ date_to: "invalid" });
  return { from, to, queues: isAdmin ? null : JSON.stringify(actor.queueIds) };
}

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;
  } catch {
    return false;
  }
}
