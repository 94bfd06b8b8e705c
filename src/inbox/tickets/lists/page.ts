import type { TicketAnswer, TicketListQuery } from "#inbox/tickets/contract.ts";
import { presentListed } from "#inbox/tickets/present.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { allOf, anyOf, ofPart } from "./conditions.ts";
import type { TicketSort } from "./contract.ts";
import { countTickets } from "./counts.sql.ts";
import { countOf, sizeOfParts } from "./counts.ts";
import { type Filters, filtersOf, NO_FILTERS } from "./filters.ts";
import { cursorOf, type PageCursor } from "./order.ts";
import { type Part, partsOf, scopeOf } from "./scope.ts";
import { floorOf, notBelow, theseTickets } from "./source.sql.ts";
import { readRows, sourceOf } from "./source.ts";
import { filtersOfView, scopeOfView, viewOf } from "./views.ts";
import { walkTickets } from "./walk.ts";

/** Rows per page: docs/rules/general.md#paging. */
const PAGE = 40;

/** Filtered lists are counted up to this number; beyond it `countIsMore` is true. */
const MOST_COUNTED = 10_000;
/** Maximum number of closed tickets that one page of a list without index reads. */
const MOST_WALKED = 20_000;
/** Filtered lists of at most this many running tickets are sorted, not read in their order. */
const FEW = 2_000;

/** The number of tickets in a list; `isMore`: the list has more tickets than `count`. */
interface Size {
  readonly count: number;
  readonly isMore: boolean;
}
/** The end of a page, and the size of the list when its first page was read. */
type End = PageCursor & Size;

/**
 * `GET /tickets`: 40 tickets per page in an order of docs/rules/tickets.md#order. A later page starts where the caller's previous
 * page ended, so that tickets which moved to the top in the meantime do not shift it. Throws 400 ERR_VALIDATION. `reader`: name of a
 * caller other than the page; it gets cursors of its own. A filtered list is counted up to 10,000 (docs/rules/triage.md#filters).
 * For a search that many contacts match, `count` is the number of tickets up to the end of the page, plus one if there are more
 * (docs/rules/search.md#count).
 */
export function ticketPage(
  ctx: UserCtx,
  query: TicketListQuery,
  reader = "",
): { tickets: TicketAnswer[]; count: number; hasMore: boolean; countIsMore?: true } {
  const { tenant, actor } = ctx;
  const { pageNumber } = query;
  const view = query.viewId ? viewOf(ctx, query.viewId) : undefined;
  const sort = view ? (query.sort ?? view.sort) : sortOf(query);
  if (view && !view.sorts.includes(sort)) throw invalidFields({ sort: "invalid" });
  const memory = pagesOf(tenant);
  const list = `${reader}${actor.id} ${JSON.stringify({ ...query, pageNumber: 0 })}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  // If the end of the previous page is not stored (after a restart, or with a link to a later page), the page skips rows from the top.
  const skip = end ? 0 : (pageNumber - 1) * PAGE;

  const parts = partsOf(actor, view ? scopeOfView(view, query.queueIds) : scopeOf(actor, query));
  const filters = view ? filtersOfView(view, query.whatsappIds) : filtersOf(ctx, query);
  const isWide = filters.isWide === true && filters.selective.length === 0 && sort === "recent";
  if (isWide || view?.statuses.includes("closed"))
    return walkedPage(tenant, { parts, filters, pageNumber, list, end });
  const limit = skip + PAGE + 1;
  const walked =
    filters.common && sort === "recent"
      ? walkTickets(tenant.db, parts, filters, filters.common, end, limit)
      : undefined;
  const known = end ?? (filters.selective.length > 0 ? undefined : sizeOf(tenant, parts, filters));
  const fewRunning =
    sort === "recent" && isNarrowed(filters) && isRunning(parts) && known !== undefined && known.count <= FEW;
  const source = walked
    ? theseTickets(walked)
    : sourceOf(tenant.db, parts, filters, { sort, after: end, limit, fewRunning });
  const found = readRows(tenant, source);
  const count = walked
    ? (end ? (pageNumber - 1) * PAGE : 0) + walked.length
    : (known?.count ?? found[0]?.matches ?? 0);
  const isMore = !walked && known?.isMore === true;
  const tickets = presentListed(tenant, found.slice(skip, skip + PAGE));
  const last = tickets.at(-1);
  if (last) memory.remember(list, pageNumber, { ...cursorOf(last), count, isMore });
  return {
    tickets,
    count,
    hasMore: found.length > skip + PAGE,
    ...(isMore && { countIsMore: true as const }),
  };
}

interface Walked {
  readonly parts: readonly Part[];
  readonly filters: Filters;
  readonly pageNumber: number;
  readonly list: string;
  readonly end: End | undefined;
}

/**
 * A page of a list of closed tickets whose filters have no index. It reads at most 20,000 of them, so it may have fewer than 40
 * tickets although more follow. `count` is the number of tickets up to the end of the page, plus one if there are more.
 */
function walkedPage(
  tenant: Tenant,
  { parts, filters, pageNumber, list, end }: Walked,
): ReturnType<typeof ticketPage> {
  // If the end of the previous page is not stored (after a restart), the answer is empty, and the list must be read again from page 1.
  if (pageNumber > 1 && !end) return { tickets: [], count: 0, hasMore: false };
  const isClosed = parts.every(({ status }) => status === "closed");
  const floor = queryOne(tenant.db, ...floorOf(end, MOST_WALKED));
  const narrowing = floor ? [...filters.narrowing, notBelow(floor, isClosed)] : filters.narrowing;
  const wanted = { sort: "recent", after: end, limit: PAGE + 1 } as const;
  const found = readRows(tenant, sourceOf(tenant.db, parts, { ...filters, narrowing }, wanted));
  const tickets = presentListed(tenant, found.slice(0, PAGE));
  const isFull = found.length > PAGE;
  const hasMore = isFull || floor !== undefined;
  const last = tickets.at(-1);
  const before = end?.count ?? 0;
  const count = before + tickets.length;
  const next =
    isFull && last ? cursorOf(last) : floor && { ...floor, priority: 0, rank: 0, since: 0, wakes: 0, due: 0 };
  if (next) pagesOf(tenant).remember(list, pageNumber, { ...next, count, isMore: false });
  return { tickets, count: count + (hasMore ? 1 : 0), hasMore };
}

const isRunning = (parts: readonly Part[]): boolean => parts.every(({ status }) => status !== "closed");
/** True when filters only test tickets, and none selects them by an index. */
const isNarrowed = ({ narrowing, selective }: Filters): boolean =>
  narrowing.length > 0 && selective.length === 0;

/** The orders of lists by status, besides `recent`; `asleep` = the list of snoozed tickets. */
const FITTING: Readonly<Record<string, readonly TicketSort[]>> = {
  pending: ["longest", "newest", "priority", "due"],
  open: ["longest", "priority", "due"],
  asleep: ["wake"],
};

/** Sorting by waiting time is allowed only in lists of pending or open tickets, by waking only in the list of snoozed ones. */
function sortOf({ sort = "recent", status, asleep }: TicketListQuery): TicketSort {
  const fitting = FITTING[asleep === "true" ? "asleep" : (status ?? "")] ?? [];
  if (sort !== "recent" && !fitting.includes(sort)) throw invalidFields({ sort: "invalid" });
  return sort;
}

const pagesOf = (tenant: Tenant): PageMemory<End> =>
  tenant.cached("ticket-pages", () => createPageMemory<End>(tenant.clock));

/** Size of a list without selective filter; uses the stored counts where they suffice. */
function sizeOf(tenant: Tenant, parts: readonly Part[], filters: Filters): Size {
  const { db } = tenant;
  if (filters.narrowing.length === 0) return { count: sizeOfParts(tenant, parts), isMore: false };
  if (filters.onlyUnread && parts.every(({ asleep }) => asleep !== true))
    return { count: countOf(db, parts, "unread"), isMore: false };
  const where = allOf([anyOf(parts.map(ofPart)), ...filters.narrowing]);
  const of = isRunning(parts) ? "running" : "all";
  const n = queryOne(db, ...countTickets(where, { of, most: MOST_COUNTED + 1 }))?.n ?? 0;
  return { count: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED };
}

/** Limit of the board: docs/rules/tickets.md#board. */
const MAX_CARDS = 500;

/**
 * `GET /ticket/kanban`: open and pending tickets the caller may see, newest first, at most 500. `withAsleep`: also those
 * that are asleep.
 */
export function kanbanTickets(
  { tenant, actor }: UserCtx,
  queueIds: TicketListQuery["queueIds"],
  withAsleep: boolean,
): { tickets: TicketAnswer[] } {
  const parts = partsOf(actor, {
    statuses: ["open", "pending"],
    ofEverybody: true,
    queueIds,
    ...(!withAsleep && { asleep: false }),
  });
  const source = sourceOf(tenant.db, parts, NO_FILTERS, { sort: "recent", limit: MAX_CARDS });
  return { tickets: presentListed(tenant, readRows(tenant, source)) };
}
