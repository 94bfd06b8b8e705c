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
const ORDER_OF_WALK = "ORDER BY t.updated_at DESC, t.id DESC";

/** The tickets a source names, newest first, with everything they show. */
export function readRows(tenant: Tenant, source: Source): FoundRow[] {
  // The small inner table stays the outer loop, in its own order.
  const found = `SELECT page.matches, ${SHOWN} FROM (${source.sql}) page CROSS JOIN ticket t ON t.id = page.id ${JOINS}`;
  return all<FoundRow>(tenant.db, source.shown ?? found, ...source.bindings);
}

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
  const behind: Condition[] = after
    ? [{ sql: "(t.updated_at, t.id) < (?, ?)", bindings: [after.updatedAt, after.id] }]
    : [];
  const rest = [...narrowing, ...behind];
  if (selective.length === 0)
    return merged(
      parts.flatMap((part) => walks(db, part, rest)),
      limit,
    );
  const where = allOf([...selective, anyOf(parts.map(ofPart)), ...rest]);
  return {
    sql: `SELECT t.id AS id, t.updated_at AS updated_at, count(*) OVER () AS matches FROM ticket t
      WHERE ${where.sql} ${ORDER} LIMIT ?`,
    bindings: [...where.bindings, limit],
  };
}

/** A part as few walks as need not pass over many tickets of others. */
function walks(db: Db, part: Part, rest: readonly Condition[]): Required<Source>[] {
  const { queues, ownerId, orOwnerId } = part;
  if (ownerId !== null) return [walk("ticket_list_user", allOf([ofPart(part), ...rest]))];
  const together =
    queues === null ||
    orOwnerId !== null ||
    queues.length > MAX_WALKS ||
    (queues.length > 1 && shareOf(db, part) >= DENSE_SHARE);
  if (together) return [walk("ticket_list", allOf([ofPart(part), ...rest]))];
  return queues.map((queueId) => {
    const queue: Condition = { sql: "t.queue_id IS ?", bindings: [queueId] };
    return walk("ticket_list_queue", allOf([queue, ofPart({ ...part, queues: null }), ...rest]));
  });
}

const walk = (
  index: "ticket_list" | "ticket_list_user" | "ticket_list_queue",
  where: Condition,
): Required<Source> => ({
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
