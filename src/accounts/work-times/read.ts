import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { SpanKind } from "./schema.ts";
import * as sql from "./spans.sql.ts";

/** Times of a user in ms; `paused` by reason, null = without one. */
export interface WorkTime {
  readonly onlineMs: number;
  readonly servingMs: number;
  readonly paused: ReadonlyMap<number | null, number>;
}

/** The users whose working times the caller may read (docs/rules/work-times.md#rights), by name. */
export function readableUsers({ tenant, actor }: UserCtx): readonly { id: number; name: string }[] {
  return queryAll(tenant.db, sql.readableUsers, {
    all: actor.profile === "admin" ? 1 : 0,
    self: actor.id,
    queueIds: JSON.stringify(actor.profile === "supervisor" ? actor.queueIds : []),
  });
}

/** The sums of a period by user. Times are in ms; `toMs` is excluded. */
export function workTimesOf(
  db: Db,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  userIds: readonly number[],
): ReadonlyMap<number, WorkTime> {
  const sums = new Map<number, Sum>();
  const rows = queryAll(db, sql.totals, { from: fromMs, to: toMs, userIds: JSON.stringify(userIds) });
  for (const { userId, ms, ...span } of rows) if (ms !== null) add(sumIn(sums, userId), { ...span, ms });
  return sums;
}

/** The sums of one user for each of these days, in the same order. */
export function workTimesByDay(
  db: Db,
  userId: number,
  days: readonly { readonly fromMs: number; readonly toMs: number }[],
): readonly WorkTime[] {
  const [first, last] = [days[0], days.at(-1)];
  const sums = days.map((): Sum => emptySum());
  if (!first || !last) return sums;
  let at = 0;
  for (const span of queryAll(db, sql.spansOfUser, { from: first.fromMs, to: last.toMs, userId })) {
    while ((days[at]?.toMs ?? Number.POSITIVE_INFINITY) <= span.from) at += 1;
    for (let day = at; (days[day]?.fromMs ?? Number.POSITIVE_INFINITY) < span.to; day += 1) {
      const [from, to] = [days[day]?.fromMs ?? 0, days[day]?.toMs ?? 0];
      const sum = sums[day];
      if (sum) add(sum, { ...span, ms: Math.min(span.to, to) - Math.max(span.from, from) });
    }
  }
  return sums;
}

interface Sum extends WorkTime {
  onlineMs: number;
  servingMs: number;
  readonly paused: Map<number | null, number>;
}
const emptySum = (): Sum => ({ onlineMs: 0, servingMs: 0, paused: new Map() });

function sumIn(sums: Map<number, Sum>, userId: number): Sum {
  const sum = sums.get(userId) ?? emptySum();
  sums.set(userId, sum);
  return sum;
}

function add(
  sum: Sum,
  { kind, reasonId, ms }: { readonly kind: SpanKind; readonly reasonId: number | null; readonly ms: number },
): void {
  if (kind === "online") sum.onlineMs += ms;
  else if (kind === "serving") sum.servingMs += ms;
  else sum.paused.set(reasonId, (sum.paused.get(reasonId) ?? 0) + ms);
}
