import { all, one } from "#platform/db/database.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import { timeZoneOf } from "#settings/index.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { TicketAnswer, TicketListQuery } from "#tickets/contract.ts";
import { JOINS, presentRows, SHOWN, type ShownRow } from "#tickets/present.ts";
import { allOf, anyOf, type Binding, type Condition, ofPart } from "./conditions.ts";
import { countOf } from "./count-parts.ts";
import { type Filters, filtersOf } from "./filters.ts";
import { type Part, partsOf, scopeOf } from "./scope.ts";

/** Behaviour 0. */
const PAGE = 40;
/** More queues than this are looked at together. */
const MAX_BRANCHES = 60;

const ORDER = "ORDER BY updated_at DESC, id DESC";
const BEFORE = "(t.updated_at, t.id) < (?, ?)";

/** Where a page ended, and how many tickets the list had when its first page was read. */
interface End {
  readonly updatedAt: number;
  readonly id: number;
  readonly count: number;
}

/** A statement that finds the ids of a page, and what is bound to it. */
type Source = Condition;

/** `GET /tickets` (behaviour 6): newest first, 40 a page, going on where the caller's page before ended. */
export function ticketPage(
  ctx: UserCtx,
  query: TicketListQuery,
): { tickets: TicketAnswer[]; count: number; hasMore: boolean } {
  const { tenant, actor } = ctx;
  const parts = partsOf(actor, scopeOf(actor, query));
  const filters = filtersOf(actor, query, timeZoneOf(tenant));
  const { pageNumber, ...rest } = query;
  const memory = pagesOf(tenant);
  const list = `${actor.id} ${JSON.stringify(rest)}`;
  const before = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const skip = before ? 0 : (pageNumber - 1) * PAGE;
  const rows = readRows(tenant, sourceOf(parts, filters, before, skip + PAGE + 1), skip);
  const count = before?.count ?? countTickets(tenant, parts, filters);
  const shown = rows.length > PAGE ? rows.slice(0, PAGE) : rows;
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, { updatedAt: last.updated_at, id: last.id, count });
  return { tickets: presentRows(tenant, shown), count, hasMore: rows.length > PAGE };
}

const pagesOf = (tenant: Tenant): PageMemory<End> =>
  tenant.cached("ticket-pages", () => createPageMemory<End>(tenant.clock));

/** The tickets a source names, newest first, with everything they show. */
export function readRows(tenant: Tenant, source: Source, skip = 0): ShownRow[] {
  return all<ShownRow>(
    tenant.db,
    `WITH page AS MATERIALIZED (${source.sql})
      SELECT ${SHOWN} FROM page CROSS JOIN ticket t ON t.id = page.id ${JOINS}
      ORDER BY t.updated_at DESC, t.id DESC LIMIT -1 OFFSET ?`,
    ...source.bindings,
    skip,
  );
}

/**
 * The newest ids of a list. Without a selective filter each status and queue is a walk along its own index that
 * stops after `limit` tickets; with one the few tickets it finds are sorted.
 */
export function sourceOf(
  parts: readonly Part[],
  filters: Filters,
  before: End | undefined,
  limit: number,
): Source {
  const cut: Condition[] = before ? [{ sql: BEFORE, bindings: [before.updatedAt, before.id] }] : [];
  if (filters.selective.length > 0) {
    const where = allOf([...filters.selective, anyOf(parts.map(ofPart)), ...filters.narrowing, ...cut]);
    return {
      sql: `SELECT t.id, t.updated_at FROM ticket t WHERE ${where.sql} ${ORDER} LIMIT ?`,
      bindings: [...where.bindings, limit],
    };
  }
  return union(
    parts.flatMap((part) => walks(part, [...filters.narrowing, ...cut])),
    limit,
  );
}

/** One walk per queue where queues are asked for, so that none has to pass over the tickets of others. */
function walks(part: Part, rest: readonly Condition[]): Condition[] {
  const { queues, ownerId, orOwnerId } = part;
  if (ownerId !== null) return [walk("ticket_list_user", allOf([ofPart(part), ...rest]))];
  if (queues === null || orOwnerId !== null || queues.length > MAX_BRANCHES)
    return [walk("ticket_list", allOf([ofPart(part), ...rest]))];
  return queues.map((queueId) => {
    const queue: Condition = { sql: "t.queue_id IS ?", bindings: [queueId] };
    return walk("ticket_list_queue", allOf([queue, ofPart({ ...part, queues: null }), ...rest]));
  });
}

const walk = (
  index: "ticket_list" | "ticket_list_user" | "ticket_list_queue",
  where: Condition,
): Condition => ({
  sql: `SELECT t.id AS id, t.updated_at AS updated_at FROM ticket t INDEXED BY ${index} WHERE ${where.sql}`,
  bindings: where.bindings,
});

function union(branches: readonly Condition[], limit: number): Source {
  const [only] = branches;
  if (!only) return { sql: "SELECT NULL AS id, NULL AS updated_at WHERE 0", bindings: [] };
  if (branches.length === 1)
    return { sql: `${only.sql} ${ORDER} LIMIT ?`, bindings: [...only.bindings, limit] };
  const bindings: Binding[] = branches.flatMap((branch) => [...branch.bindings, limit]);
  return {
    sql: `${branches.map(({ sql }) => `SELECT * FROM (${sql} ${ORDER} LIMIT ?)`).join(" UNION ALL ")} ${ORDER} LIMIT ?`,
    bindings: [...bindings, limit],
  };
}

/** How many tickets the list has: from the kept counts where they know, else counted among the few. */
function countTickets(tenant: Tenant, parts: readonly Part[], { selective, narrowing }: Filters): number {
  if (selective.length === 0 && narrowing.length === 0) return countOf(tenant.db, parts);
  const where = allOf([...selective, anyOf(parts.map(ofPart)), ...narrowing]);
  return (
    one<{ n: number }>(tenant.db, `SELECT count(*) AS n FROM ticket t WHERE ${where.sql}`, ...where.bindings)
      ?.n ?? 0
  );
}
