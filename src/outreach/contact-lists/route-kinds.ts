import type * as v from "valibot";
import { noPermission } from "#platform/errors.ts";
import { route } from "#tenants/route.ts";
import { canReadLists } from "./policy.ts";

type Schema = v.GenericSchema;
type Shape<P extends Schema | undefined, Q extends Schema | undefined, B extends Schema | undefined> = Omit<
  Parameters<typeof route<P, Q, B>>[0],
  "access" | "cell"
>;

/** A read-only route of the lists: for users who may read them; needs campaigns in the plan. */
export const readRoute = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  shape: Shape<P, Q, B>,
) =>
  route<P, Q, B>({
    ...shape,
    planFlag: "useCampaigns",
    handle(call) {
      if (!canReadLists(call.ctx.actor)) throw noPermission();
      return shape.handle(call);
    },
  });

/** A route that changes lists: for admins; with campaigns in the plan. */
export const writeRoute = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  shape: Shape<P, Q, B>,
) => route<P, Q, B>({ ...shape, access: "admin", planFlag: "useCampaigns" });
