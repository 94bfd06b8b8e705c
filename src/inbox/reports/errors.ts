import { noPermission } from "#platform/errors.ts";
import type { UserActor } from "#tenants/tenant.ts";
import { mayReadReports } from "./policy.ts";

/** Throws 403 ERR_NO_PERMISSION unless the person reads reports. */
export function requireReader(actor: Pick<UserActor, "profile">): void {
  if (!mayReadReports(actor)) throw noPermission();
}
