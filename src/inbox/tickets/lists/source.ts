import { JOINS, SHOWN, type ShownRow } from "#inbox/tickets/present.sql.ts";
import { all, type Db } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { allOf, anyOf, type Binding, type Condition, ofPart } from "./conditions.ts";
import type { TicketSort } from "./contract.ts";
import { shareOf } from "./count-parts.ts";
import type { Filters } from "./filters.ts";
import { ORDERS, type PageCursor } from "./order.ts";
import type { Part } from "./scope.ts";

/** A statement that finds tickets in order: their `id`, their sort keys, and how many there are when it knows. */
export interface Source extends Condition {
  /** The same with all they show, where that is one walk: each ticket is then read once, not found and read again. */
  readonly shown?: string;
}
export type FoundRow = ShownRow & { readonly matches: number | null };

/** Queues with at least this share of a status are looked for among all of it; rarer ones one by one. */
const DENSE_SHARE = 1 / 8;
/** More queues than this are looked at together, however rare. */
const MAX_WALKS = 60;
/** The tickets a source names, in its order, with everything they show. */
export function readRows(tenant: Tenant, source: Source): FoundRow[] {
  // The small inner table stays the outer loop, in its own order.
  const found = `SELECT page.matches, ${SHOWN} FROM (${source.sql}) page CROSS JOIN ticket t ON t.id = page.id ${JOINS}`;
  return all<FoundRow>(tenant.db, source.shown ?? found, ...source.bindings);
}

/** Which tickets of a list are wanted. */
export interface Wanted {
  readonly sort: TicketSort;
  /** Only those behind this one. */
  readonly after?: PageCursor | undefined;
  readonly limit: number;
}

/**
 * The first `limit` tickets of a list behind `after`. Without a selective filter each status and queue is a walk along
 * an index in the order of the list that stops after `limit` tickets; with one, the few tickets it finds are sorted.
 */
export function sourceOf(
  db: Db,
  parts: readonly Part[],
  { selective, narrowing }: Filters,
  { sort, after, limit }: Wanted,
): Source {
  const order = ORDERS[sort];
  const rest = after ? [...narrowing, order.behind(after)] : narrowing;
  const walksOfPart = (part: Part) =>
    sort === "recent"
      ? walksOf(db, part, rest, { queuesApart: false })
      : waitingWalks(part, rest, sort === "newest");
  if (selective.length === 0)
    return merged(
      parts.flatMap((part) => walksOfPart(part).map((found) => walk(found, order))),
      order.sql,
      limit,
    );
  const where = allOf([...selective, anyOf(parts.map(ofPart)), ...rest]);
  return {
    sql: `SELECT ${order.keys}, count(*) OVER () AS matches FROM ticket t WHERE ${where.sql} ${order.sql} LIMIT ?`,
    bindings: [...where.bindings, limit],
  };
}

/** Tickets that were found before, in this order. */
export const theseTickets = (ids: readonly number[]): Source => ({
  sql: "SELECT value AS id, NULL AS matches FROM json_each(?)",
  bindings: [JSON.stringify(ids)],
});

/** A walk along one index of a list: finds its tickets in order. */
export interface Walk {
  readonly index: "ticket_list" | "ticket_list_user" | "ticket_list_queue" | "ticket_waiting";
  readonly where: Condition;
}

/**
 * A part as few walks that need not pass over many tickets of others. `queuesApart`: none at all, for callers that read so many
 * tickets that reading those of other queues would cost most.
 */
export function walksOf(
  db: Db,
  part: Part,
  rest: readonly Condition[],
  how: { readonly queuesApart: boolean },
): Walk[] {
  const { queues, ownerId, orOwnerId } = part;
  if (ownerId !== null) return [{ index: "ticket_list_user", where: allOf([ofPart(part), ...rest]) }];
  const together =
    queues === null ||
    orOwnerId !== null ||
    queues.length > MAX_WALKS ||
    (queues.length > 1 && !how.queuesApart && shareOf(db, part) >= DENSE_SHARE);
  if (together) return [{ index: "ticket_list", where: allOf([ofPart(part), ...rest]) }];
  return queues.map((queueId) => {
    const queue: Condition = { sql: "t.queue_id IS ?", bindings: [queueId] };
    return {
      index: "ticket_list_queue",
      where: allOf([queue, ofPart({ ...part, queues: null }), ...rest]),
    };
  });
}

/**
 * One index holds the tickets that are not closed, by rank and time, with all that `ofPart` compares: queues and people
 * are looked at on its entries, which are few beside the closed tickets. Newest first is a walk for each rank.
 */
function waitingWalks(part: Part, rest: readonly Condition[], newestFirst: boolean): Walk[] {
  const conditions = [{ sql: "t.status <> 'closed'", bindings: [] }, ofPart(part), ...rest];
  if (!newestFirst) return [{ index: "ticket_waiting", where: allOf(conditions) }];
  return [0, 1].map((rank) => ({
    index: "ticket_waiting",
    where: allOf([...conditions, { sql: "t.wait_rank = ?", bindings: [rank] }]),
  }));
}

const walk = ({ index, where }: Walk, { keys, ofTicket }: (typeof ORDERS)[TicketSort]): Required<Source> => ({
  sql: `SELECT ${keys}, NULL AS matches FROM ticket t INDEXED BY ${index} WHERE ${where.sql} ${ofTicket} LIMIT ?`,
  shown: `SELECT NULL AS matches, ${SHOWN} FROM ticket t INDEXED BY ${index} ${JOINS}
    WHERE ${where.sql} ${ofTicket} LIMIT ?`,
  bindings: where.bindings,
});

function merged(branches: readonly Required<Source>[], order: string, limit: number): Source {
  const [only] = branches;
  if (!only) return { sql: "SELECT NULL AS id, NULL AS matches WHERE 0", bindings: [] };
  if (branches.length === 1) return { ...only, bindings: [...only.bindings, limit] };
  const bindings: Binding[] = branches.flatMap((branch) => [...branch.bindings, limit]);
  return {
    sql: `${branches.map(({ sql }) => `SELECT * FROM (${sql})`).join(" UNION ALL ")} ${order} LIMIT ?`,
    bindings: [...bindings, limit],
  };
}
