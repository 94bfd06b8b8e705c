import { withTransactionHooks } from "#tenants/audited-tenant.ts";
import { isSupport } from "#tenants/policy.ts";
import type { AppRoute } from "#tenants/route.ts";
import { parseAction } from "./action.ts";
import { type AuditedCall, createRequestEntry } from "./request-entry.ts";
import type { RouteCall } from "./subject.ts";

/**
 * Wraps a route so that its audit entry is written in the transaction of the change: the handler gets a view
 * of the company whose transactions include the entry (`Tenant.write`, `Tenant.writeSystem`). A request that
 * writes nothing gets its entry before the response is sent; an export without an entry is not delivered.
 * Routes called by the provider's support get an entry whenever they change something, with or without a
 * declared action. A route with an unknown action fails at start.
 */
export function audited(route: AppRoute): AppRoute {
  const word = route.audit === undefined ? undefined : parseAction(route.audit);
  if (route.audit !== undefined && !word)
    throw new Error(`${route.method} ${route.path}: no word ${route.audit}`);
  // The logout entry is written by the session that ends.
  if (route.access === "public" || (!word && (route.method === "GET" || route.access === "session")))
    return route;
  const said = word ?? ({ kind: "route", verb: "did" } as const);
  return {
    ...route,
    handle(call) {
      const { user } = call.ctx;
      if (!user || (!word && !isSupport(user.actor))) return route.handle(call);
      return withLine({ route, word: said, ctx: user, call });
    },
  };
}

async function withLine(said: AuditedCall): Promise<unknown> {
  const { route, ctx, call, word } = said;
  const line = createRequestEntry(said);
  const user = { ...ctx, tenant: withTransactionHooks(ctx.tenant, line.onlooker) };
  let answer: unknown;
  try {
    answer = await route.handle({ ...call, ctx: { ...call.ctx, user } } satisfies RouteCall);
  } catch (error) {
    line.cancel();
    throw error;
  }
  try {
    await line.end(answer);
  } catch (error) {
    // Exports must be audited before they are sent; a failed audit of a committed change is only logged.
    if (route.method === "GET") throw error;
    ctx.tenant.log.error(
      { err: error, word },
      "change committed without its audit entry, which could not be written",
    );
  }
  return answer;
}
