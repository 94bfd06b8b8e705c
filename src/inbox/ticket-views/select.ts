import { preferencesOf } from "#accounts/users/index.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { selecting } from "#inbox/conditions/index.ts";
import type { TicketSort } from "#inbox/tickets/contract.ts";
import { type SelectedView, viewCounts } from "#inbox/tickets/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import {
  BUILT_IN_VIEWS,
  DEFAULT_BAR,
  FIGURE_VIEWS,
  MAX_BAR,
  MOST_COUNTED,
  scopeOfConditions,
} from "./built-in/contract.ts";
import { canSee } from "./policy.ts";
import { viewById } from "./queries.ts";

/** The view with this id on the wire (a number, or the name of a built-in view); undefined when the user sees no such view. */
function viewFor(
  { tenant, actor }: UserCtx,
  viewId: string,
): { conditions: Conditions; sort: TicketSort } | undefined {
  const known = { ...BUILT_IN_VIEWS, ...FIGURE_VIEWS };
  if (Object.hasOwn(known, viewId)) return known[viewId];
  if (!/^[1-9]\d{0,14}$/.test(viewId)) return undefined;
  const view = viewById(tenant.db, Number(viewId));
  return view && canSee(actor, view) ? view : undefined;
}

/** Returns the selection that `GET /tickets?viewId=` lists. */
export function selectView(ctx: UserCtx, viewId: string): SelectedView | undefined {
  const view = viewFor(ctx, viewId);
  if (!view) return undefined;
  const { asleep, ...scope } = scopeOfConditions(view.conditions);
  // The stored order may no longer be allowed, because a deleted reference changed the conditions.
  const sort = scope.sorts.includes(view.sort) ? view.sort : (scope.sorts[0] ?? "recent");
  return {
    ...scope,
    ...(asleep !== undefined && { asleep }),
    sort,
    where: selecting(ctx.tenant, view.conditions, ctx.actor.id),
  };
}

/** `GET /ticket-views/counts`: counts of the views on the caller's bar, without views of closed tickets; 1,000 = more than 999. */
export function countsOfBar(ctx: UserCtx): Record<string, number> {
  const { viewBar } = preferencesOf(ctx.tenant.db, ctx.actor.id);
  const bar = (viewBar.length === 0 ? DEFAULT_BAR : viewBar).slice(0, MAX_BAR);
  const counted = bar.flatMap((id) => {
    const view = selectView(ctx, id);
    return view && !view.statuses.includes("closed") ? [{ id, view }] : [];
  });
  const counts = viewCounts(
    ctx,
    counted.map(({ view }) => view),
    MOST_COUNTED + 1,
  );
  return Object.fromEntries(counted.map(({ id }, index) => [id, counts[index] ?? 0]));
}
