import { all, type Db } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { JOINS, SHOWN, type ShownRow } from "#tickets/present.ts";
import { allOf, anyOf, type Binding, type Condition, ofPart } from "./conditions.ts";
import { shareOf } from "./count-parts.ts";
import type { Filters } from "./filters.ts";
import type { Part } from "./scope.ts";

/** The last ticket a client has seen of a list. */
export interface Place {
  readonly updatedAt: number;
  readonly id: number;
}

/** A statement that finds tickets, newest first: their `id`, `updated_at`, and how many there are when it knows. */
export interface Source extends Condition {
  /** The same with all they show, where that is one walk: each ticket is then read once, not found and read again. */
  readonly shown?: string;
}
export type FoundRow = ShownRow & { readonly matches: number | null };

/** Queues with at least this share of a status are looked for among all of it; rarer ones one by one. */
const DENSE_SHARE = 1 / 8;
/** More queues than this are looked at together, however rare. */
const MAX_WALKS = 60;
const ORDER = "ORDER BY updated_at DESC, id DESC";
export const ORDER_OF_WALK = "ORDER BY t.updated_at DESC, t.id DESC";

/** The tickets a source names, newest first, with everything they show. */
export function readRows(tenant: Tenant, source: Source): FoundRow[] {
  // The small inner table stays the outer loop, in its own order.
  const found = `SELECT page.matches, ${SHOWN} FROM (${source.sql}) page CROSS JOIN ticket t ON t.id = page.id ${JOINS}`;
  return all<FoundRow>(tenant.db, source.shown ?? found, ...source.bindings);
}

/** Older than a place of a list; nothing for its beginning. */
export const behind = (place: Place | undefined): Condition[] =>
  place ? [{ sql: "(t.updated_at, t.id) < (?, ?)", bindings: [place.updatedAt, place.id] }] : [];

/**
 * The newest `limit` tickets of a list behind `after`. Without a selective filter each status and queue is a walk
 * along its own index that stops after `limit` tickets; with one, the few tickets it finds are sorted.
 */
export function sourceOf(
  db: Db,
  parts: readonly Part[],
  { selective, narrowing }: Filters,
  after: Place | undefined,
  limit: number,
): Source {
  const rest = [...narrowing, ...behind(after)];
  if (selective.length === 0)
    return merged(
      parts.flatMap((part) => walksOf(db, part, rest, { queuesApart: false }).map(walk)),
      limit,
    );
  const where = allOf([...selective, anyOf(parts.map(ofPart)), ...rest]);
  return {
    sql: `SELECT t.id AS id, t.updated_at AS updated_at, count(*) OVER () AS matches FROM ticket t
      WHERE ${where.sql} ${ORDER} LIMIT ?`,
    bindings: [...where.bindings, limit],
  };
}

/** Tickets that were found before, in this order. */
export const theseTickets = (ids: readonly number[]): Source => ({
  sql: "SELECT value AS id, NULL AS matches FROM json_each(?)",
  bindings: [JSON.stringify(ids)],
});

/** A walk along one index of a list: finds its tickets newest first. */
export interface Walk {
  readonly index: "ticket_list" | "ticket_list_user" | "ticket_list_queue";
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

const walk = ({ index, where }: Walk): Required<Source> => ({
  sql: `SELECT t.id AS id, t.updated_at AS updated_at, NULL AS matches FROM ticket t INDEXED BY ${index}
    WHERE ${where.sql} ${ORDER} LIMIT ?`,
  shown: `SELECT NULL AS matches, ${SHOWN} FROM ticket t INDEXED BY ${index} ${JOINS}
    WHERE ${where.sql} ${ORDER_OF_WALK} LIMIT ?`,
  bindings: where.bindings,
});

function merged(branches: readonly Required<Source>[], limit: number): Source {
  const [only] = branches;
  if (!only) return { sql: "SELECT NULL AS id, NULL AS updated_at, NULL AS matches WHERE 0", bindings: [] };
  if (branches.length === 1) return { ...only, bindings: [...only.bindings, limit] };
  const bindings: Binding[] = branches.flatMap((branch) => [...branch.bindings, limit]);
  return {
    sql: `${branches.map(({ sql }) => `SELECT * FROM (${sql})`).join(" UNION ALL ")} ${ORDER} LIMIT ?`,
    bindings: [...bindings, limit],
  };
}
