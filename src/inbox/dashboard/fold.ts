import { all, type Db, one, run } from "#platform/db/database.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { CHANGED_PARTS, COUNTED_PARTS } from "./parts.ts";
import { DAY_MS, FOUR_WEEKS_MS, HOUR_MS } from "./sums.ts";

/** Attendances of one transaction: some ms. */
const AT_ONCE = 300;

const LAST_OF_TURN = `SELECT max(period_id) AS id, count(*) AS n
  FROM (SELECT period_id FROM metric_change ORDER BY period_id LIMIT ${AT_ONCE})`;
const FIGURES = [
  "finished",
  "support_ms",
  "waited",
  "wait_ms",
  "responded",
  "response_ms",
  "rated",
  "rate_sum",
] as const;
const HOURLY = ["attendances", ...FIGURES] as const;
const sums = (columns: readonly string[]): string =>
  columns.map((column) => `sum(${column}) AS ${column}`).join(", ");
const minus = HOURLY.map((column) => `-${column}`).join(", ");
const DIFFERENCES = `SELECT user_id, at - at % ${HOUR_MS} AS at, queue_id, connection_id, ${sums(HOURLY)} FROM (
    SELECT at, queue_id, connection_id, user_id, ${HOURLY.join(", ")} FROM (${CHANGED_PARTS})
    UNION ALL
    SELECT at, queue_id, connection_id, user_id, ${minus} FROM (${COUNTED_PARTS})
  )
  GROUP BY 1, 2, 3, 4 HAVING ${HOURLY.map((column) => `sum(${column}) <> 0`).join(" OR ")}`;
const FORGET = "DELETE FROM metric_change WHERE period_id <= ?";

type Figure = (typeof HOURLY)[number];
interface Difference extends Readonly<Record<Figure, number>> {
  readonly user_id: number;
  readonly at: number;
  readonly queue_id: number;
  readonly connection_id: number;
}

const add = (table: string, at: string, columns: readonly Figure[]): string => `INSERT INTO ${table}
  (user_id, ${at}, queue_id, connection_id, ${columns.join(", ")})
  VALUES (${["?", "?", "?", "?", ...columns.map(() => "?")].join(", ")})
  ON CONFLICT (user_id, ${at}, queue_id, connection_id)
  DO UPDATE SET ${columns.map((column) => `${column} = ${column} + excluded.${column}`).join(", ")}`;
const TABLES = [
  { lengthMs: HOUR_MS, columns: HOURLY, text: add("hourly_metric", "hour_at", HOURLY) },
  { lengthMs: DAY_MS, columns: FIGURES, text: add("daily_metric", "day_at", FIGURES) },
  { lengthMs: FOUR_WEEKS_MS, columns: FIGURES, text: add("four_week_metric", "span_at", FIGURES) },
] as const;

/**
 * Adds the differences of the attendances noted in `metric_change` to the sums, in batches with yields in between.
 */
export async function foldChanges(tenant: Tenant): Promise<void> {
  while (foldSome(tenant)) await yieldToEventLoop(tenant);
}

/** The same in one transaction. */
export function foldAllChanges(tenant: Tenant): void {
  tenant.write(({ db }) => {
    for (let turn = nextOf(db); turn !== undefined; turn = nextOf(db)) fold(db, turn.upTo);
  });
}

/**
 * Some milliseconds of it; returns whether more is left. Not synced: a power cut that loses the sums restores the
 * noted attendances.
 */
export function foldSome(tenant: Tenant): boolean {
  const { db } = tenant;
  const turn = nextOf(db);
  if (turn) withDeferredSync(db, () => tenant.base.write(() => fold(db, turn.upTo)));
  return turn?.isFull ?? false;
}

/** The attendances that are folded next: up to this id. */
function nextOf(db: Db): { readonly upTo: number; readonly isFull: boolean } | undefined {
  const { id, n } = one<{ id: number | null; n: number }>(db, LAST_OF_TURN) ?? { id: null, n: 0 };
  return id === null ? undefined : { upTo: id, isFull: n === AT_ONCE };
}

function fold(db: Db, upTo: number): void {
  for (const difference of all<Difference>(db, DIFFERENCES, upTo)) addUp(db, difference);
  run(db, FORGET, upTo);
}

function addUp(db: Db, difference: Difference): void {
  const { user_id, at, queue_id, connection_id } = difference;
  for (const { lengthMs, columns, text } of TABLES) {
    const values = columns.map((column) => difference[column]);
    // An hour in which attendances only started changes neither its day nor its four weeks.
    if (values.some((value) => value !== 0))
      run(db, text, user_id, at - (at % lengthMs), queue_id, connection_id, ...values);
  }
}
