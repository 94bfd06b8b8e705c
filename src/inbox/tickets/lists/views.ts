import type { TicketListQuery, TicketStatus } from "#inbox/tickets/contract.ts";
import { queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { allOf, anyOf, type Condition, ofPart } from "./conditions.ts";
import type { TicketSort } from "./contract.ts";
import { countTickets } from "./counts.sql.ts";
import type { Filters } from "./filters.ts";
import { partsOf, type Scope } from "./scope.ts";

/** The tickets that a view selects; its reader gets only those they may see (docs/rules/views.md#tickets). */
export interface SelectedView {
  readonly statuses: readonly TicketStatus[];
  /** Only tickets that are asleep (true) or awake (false); absent = the conditions decide. */
  readonly asleep?: boolean;
  /** Also tickets that the reader sees as a participant only. */
  readonly participating: boolean;
  readonly where: Condition;
  /** True when `where` begins with an index that finds few tickets. */
  readonly isSelective: boolean;
  readonly sort: TicketSort;
  /** The orders that the view can have. */
  readonly sorts: readonly TicketSort[];
}

/** Finds a view by its id on the wire; undefined when the reader may not use it or it does not exist. */
export const ViewPort = definePort<(ctx: UserCtx, viewId: string) => SelectedView | undefined>("ticket view");

/** Throws 404 ERR_NOT_FOUND. */
export function viewOf(ctx: UserCtx, viewId: string): SelectedView {
  const found = ctx.tenant.installation.ports.find(ViewPort)?.(ctx, viewId);
  if (!found) throw notFound();
  return found;
}

export const scopeOfView = (
  { statuses, asleep, participating }: SelectedView,
  queueIds?: TicketListQuery["queueIds"],
): Scope => ({
  statuses,
  ofEverybody: true,
  queueIds,
  participating,
  ...(asleep !== undefined && { asleep }),
});

/** `connections`: narrows the view to these. */
export function filtersOfView(
  { where, isSelective }: SelectedView,
  connections: TicketListQuery["whatsappIds"],
): Filters {
  const among: Condition = (bind) =>
    `t.connection_id IN (SELECT value FROM json_each(${bind(JSON.stringify(connections))}))`;
  const narrowing = connections?.length ? [among] : [];
  return {
    selective: isSelective ? [where] : [],
    narrowing: isSelective ? narrowing : [where, ...narrowing],
    onlyUnread: false,
  };
}

/** The number of tickets in views without closed ones, each counted up to `most`. */
export function viewCounts(ctx: UserCtx, views: readonly SelectedView[], most: number): number[] {
  const { db } = ctx.tenant;
  return views.map((view) => {
    const parts = partsOf(ctx.actor, scopeOfView(view));
    const where = allOf([view.where, anyOf(parts.map(ofPart))]);
    return (
      queryOne(db, ...countTickets(where, { of: view.isSelective ? "selected" : "running", most }))?.n ?? 0
    );
  });
}
