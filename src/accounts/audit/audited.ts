import { HOME_CELL } from "#platform/cells.ts";
import { withTransactionHooks } from "#tenants/audited-tenant.ts";
import { isSupport } from "#tenants/policy.ts";
import type { AppRoute } from "#tenants/route.ts";
import { type AuditedCall, createRequestEntry } from "./request-entry.ts";
import { parseAction, type RouteCall } from "./subject.ts";

/**
 * Wraps a route so that its audit entry is written in the transaction of the change: the handler gets a view of the
 * company whose transactions include the entry (`Tenant.write`, `Tenant.writeSystem`). A request that writes nothing
 * gets its entry before the response is sent; when the entry of an export cannot be written, the export fails. Routes
 * called by the provider's support get an entry whenever they change something, with or without a declared action.
 * Throws at start for a route with an unknown action.
 */
export function audited(route: AppRoute): AppRoute {
  const declared = route.audit === undefined ? undefined : parseAction(route.audit);
  if (route.audit !== undefined && !declared)
    throw new Error(`${route.method} ${route.path}: unknown audit action ${route.audit}`);
  // The logout entry is written by the session that ends.
  if (route.access === "public" || (!declared && (route.method === "GET" || route.access === "session")))
    return route;
  const action = declared ?? ({ kind: "route", action: "did" } as const);
  return {
    ...route,
    handle(call) {
      const { user } = call.ctx;
      if (!user || (!declared && !isSupport(user.actor))) return route.handle(call);
      // Of a file over several cells: its entry is in the home cell, without which it is not sent.
      if (call.isPart && route.method === "GET" && call.ctx.installation.cells.own !== HOME_CELL)
        return route.handle(call);
      return handleWithEntry({ route, action, ctx: user, call });
    },
  };
}

async function handleWithEntry(audited: AuditedCall): Promise<unknown> {
  const { route, ctx, call, action } = audited;
  const entry = createRequestEntry(audited);
  const user = { ...ctx, tenant: withTransactionHooks(ctx.tenant, entry.observer) };
  let answer: unknown;
  try {
    answer = await route.handle({ ...call, ctx: { ...call.ctx, user } } satisfies RouteCall);
  } catch (error) {
    entry.cancel();
    throw error;
  }
  try {
    await entry.end(answer);
  } catch (error) {
    // Exports must be audited before they are sent; a failed audit of a committed change is only logged.
    if (route.method === "GET") throw error;
    ctx.tenant.log.error(
      { err: error, action },
      "change committed without its audit entry, which could not be written",
    );
  }
  return answer;
}
