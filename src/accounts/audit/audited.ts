import { withTransactionHooks } from "#tenants/audited-tenant.ts";
import type { AppRoute } from "#tenants/route.ts";
import { parseAction } from "./action.ts";
import { type AuditedCall, createRequestEntry } from "./request-entry.ts";
import type { RouteCall } from "./subject.ts";

/**
 * The route with its line in the audit trail, in the transaction of the change it records: its handler gets a view of the
 * company whose transactions take the line along (`Tenant.write`, `Tenant.writeSystem`). What writes nothing has its
 * line before the answer leaves, and what is exported is not given without it. What the provider's support does leaves
 * a line on every route that changes something, whether the route has a word or not. A route with a word that nobody
 * knows fails at the start.
 */
export function audited(route: AppRoute): AppRoute {
  const word = route.audit === undefined ? undefined : parseAction(route.audit);
  if (route.audit !== undefined && !word)
    throw new Error(`${route.method} ${route.path}: no word ${route.audit}`);
  // Leaving has its line from the session that ends.
  if (route.access === "public" || (!word && (route.method === "GET" || route.access === "session")))
    return route;
  const said = word ?? ({ kind: "route", verb: "did" } as const);
  return {
    ...route,
    handle(call) {
      const { user } = call.ctx;
      if (!user || (!word && user.actor.supportUntil === undefined)) return route.handle(call);
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
    // What leaves the house does not leave it unseen; what is done is done.
    if (route.method === "GET") throw error;
    ctx.tenant.log.error({ err: error, word }, "a line of the audit trail could not be written");
  }
  return answer;
}
