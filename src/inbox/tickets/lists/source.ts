import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { allOf, anyOf, type Condition, ofPart } from "./conditions.ts";
import type { TicketSort } from "./contract.ts";
import { shareOf } from "./counts.ts";
import type { Filters } from "./filters.ts";
import { ORDERS, type PageCursor } from "./order.ts";
import type { Part } from "./scope.ts";
import * as sql from "./source.sql.ts";

/**
 * Queues that together have at least this share of a status are read in one walk over the status; rarer ones one by
 * one.
 */
const DENSE_SHARE = 1 / 8;
/** More queues than this are read in one walk, even if each has few tickets. */
const MAX_WALKS = 60;
/** Reads the tickets of a source in its order, with all shown columns. */
export const readRows = ({ db }: Tenant, source: sql.Source): sql.FoundRow[] =>
  queryAll(db, ...sql.shownRows(source));

/** Selects a page of a list. */
export interface Wanted {
  readonly sort: TicketSort;
  /** Only tickets after this cursor. */
  readonly after?: PageCursor | undefined;
  readonly limit: number;
  /** True when few open and pending tickets match: sorting them is cheaper than reading the list in its order. */
  readonly fewRunning?: boolean;
}

/**
 * Returns the first `limit` tickets of a list after `after`. Without a selective filter, each status and queue is a
 * walk along an index in the order of the list that stops after `limit` tickets; with a selective filter, the few
 * matching tickets are sorted.
 */
export function sourceOf(
  db: Db,
  parts: readonly Part[],
  { selective, narrowing }: Filters,
  { sort, after, limit, fewRunning = false }: Wanted,
): sql.Source {
  const rest = after ? [...narrowing, ORDERS[sort].behind(after)] : narrowing;
  if (selective.length > 0 || fewRunning)
    return sql.sorted(allOf([...selective, anyOf(parts.map(ofPart)), ...rest]), sort, limit, fewRunning);
  if (sort === "due") return sql.sortedRunning(allOf([anyOf(parts.map(ofPart)), ...rest]), sort, limit);
  const walks = parts.flatMap((part) => {
    if (part.asleep === true) return [snoozedWalk(part, rest)];
    return sort === "recent"
      ? walksOf(db, part, rest, { queuesApart: false })
      : waitingWalks(part, narrowing, { sort, after });
  });
  return sql.merged(walks, sort, limit);
}

/**
 * Divides a part into few walks that need not skip many tickets of other queues. `queuesApart`: one walk per queue, for
 * callers that read so many tickets that skipping those of other queues would dominate the cost.
 */
export function walksOf(
  db: Db,
  part: Part,
  rest: readonly Condition[],
  how: { readonly queuesApart: boolean },
): sql.Walk[] {
  const { queues, ownerId, orOwnerId } = part;
  if (ownerId !== null) return [{ index: "ticket_list_user", where: allOf([ofPart(part), ...rest]) }];
  const together =
    queues === null ||
    orOwnerId !== null ||
    part.participant !== null ||
    queues.length > MAX_WALKS ||
    (queues.length > 1 && !how.queuesApart && shareOf(db, part) >= DENSE_SHARE);
  if (together) return [{ index: "ticket_list", where: allOf([ofPart(part), ...rest]) }];
  return queues.map((queueId) => {
    const queue: Condition = (bind) => `t.queue_id IS ${bind(queueId)}`;
    return {
      index: "ticket_list_queue",
      where: allOf([queue, ofPart({ ...part, queues: null }), ...rest]),
    };
  });
}

const PRIORITIES = [4, 3, 2, 1] as const;
const RANKS = [0, 1] as const;

/**
 * Walks over the index of open and pending tickets, which is sorted by priority, rank and time and contains all columns that
 * `ofPart` compares, so queues and people are tested without reading the table. One walk per priority; for `newest`, one per
 * priority and rank.
 */
function waitingWalks(
  part: Part,
  narrowing: readonly Condition[],
  { sort, after }: Pick<Wanted, "sort" | "after">,
): sql.Walk[] {
  const conditions: Condition[] = [() => "t.status <> 'closed'", ofPart(part), ...narrowing];
  const walk = (where: string, rest: readonly Condition[]): sql.Walk => ({
    index: "ticket_waiting",
    where: allOf([() => where, ...conditions, ...rest]),
  });
  const behind = after ? [ORDERS[sort === "newest" ? "newest" : "longest"].behind(after)] : [];
  return PRIORITIES.flatMap((priority) => {
    const same = `t.priority = ${priority}`;
    if (sort === "newest") return RANKS.map((rank) => walk(`${same} AND t.wait_rank = ${rank}`, behind));
    if (sort !== "priority" || !after || priority === after.priority) return walk(same, behind);
    return priority > after.priority ? [] : walk(same, []);
  });
}

/** A walk over the index of snoozed tickets, soonest waking first. They are few, so other orders sort them. */
const snoozedWalk = (part: Part, rest: readonly Condition[]): sql.Walk => ({
  index: "ticket_snoozed",
  where: allOf([() => "t.snooze_mode IS NOT NULL", ofPart(part), ...rest]),
});
