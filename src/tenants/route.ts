import type * as v from "valibot";
import type { CellByRequest, CellRule, GatherRule, SuperCellRule } from "#platform/http/cells/cell-rule.ts";
import type { RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { type Call, defineRoute, type Route, type RouteShape } from "#platform/http/route.ts";
import type { Installation } from "./installation.ts";
import type { UserCtx } from "./tenant.ts";

/**
 * `public`: no session needed (test/private-by-default.test.ts has the list of all of them).
 * `user`: any signed-in person. `admin`, `super`: by profile and flag. `session`: signed in, even when the company
 * has expired. `billing`: the same, and also the billing token of an expired company.
 */
export type Access = "public" | "user" | "admin" | "super" | "session" | "billing";

/** What handlers get: signed-in routes a UserCtx; public ones only the installation. */
export interface RequestCtx {
  readonly installation: Installation;
  /** Present on all but public routes. */
  readonly user: UserCtx | undefined;
}

export type AppRoute = Route<RequestCtx, Access>;

type Schema = v.GenericSchema;
type Read<S extends Schema | undefined> = S extends Schema ? v.InferOutput<S> : undefined;
type Private<P extends Schema | undefined, Q extends Schema | undefined, B extends Schema | undefined> = Omit<
  RouteShape<UserCtx, Exclude<Access, "public">, P, Q, B>,
  "access" | "cell" | "limit"
> &
  (
    | { readonly access: "super"; readonly cell: SuperCellRule<Read<P>, Read<Q>> }
    | {
        readonly access?: Exclude<Access, "public" | "super">;
        /** For super users, who may name another company. */
        readonly cell?: CellByRequest<Read<P>, Read<Q>, undefined> | GatherRule<Read<P>, Read<Q>> | "search";
      }
  );

/**
 * A route for signed-in people (`access` defaults to `user`). The handler's `ctx` is the first argument of actions. Routes
 * of super users declare how a request finds its cell.
 */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(shape: Private<P, Q, B>): AppRoute {
  const { handle } = shape;
  return defineRoute<RequestCtx, Access, P, Q, B>({
    ...shape,
    access: shape.access ?? "user",
    handle(call) {
      const { user } = call.ctx;
      if (!user) throw new Error("private route without a user");
      return handle({ ...call, ctx: user } as Call<UserCtx, P, Q, B>);
    },
  });
}

/** A route that needs no session; it declares how a request finds its cell. The handler's `ctx` is the installation. */
export function publicRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  shape: Omit<RouteShape<Installation, "public", P, Q, B>, "access" | "cell"> & {
    readonly cell: CellRule<Read<P>, Read<Q>, Read<B>>;
    /** Limit of calls per address, counted before the request is read. */
    readonly limit: (installation: Installation) => RateLimit;
  },
): AppRoute {
  const { handle, limit } = shape;
  return defineRoute<RequestCtx, Access, P, Q, B>({
    ...shape,
    access: "public",
    limit: ({ installation }) => limit(installation),
    handle: (call) => handle({ ...call, ctx: call.ctx.installation } as Call<Installation, P, Q, B>),
  });
}
