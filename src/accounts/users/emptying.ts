import { leaveDistribution } from "#accounts/queues/index.ts";
import type { Step } from "#tenants/in-steps.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { UserEmptying } from "./events.ts";

/**
 * The steps that return the user's tickets of these queues (null = all) before the user loses them
 * (docs/rules/users.md#saving). None when the transaction of the change itself can return them. The user leaves the
 * distribution first, so that no returned ticket is offered to the same user again.
 */
export function returningSteps(
  unit: TenantUnit,
  userId: number,
  queueIds: readonly number[] | null,
): readonly Step[] {
  const steps: Step[] = [];
  unit.emit(UserEmptying, { userId, queueIds, steps });
  if (steps.length <= 1) return [];
  leaveDistribution(unit, userId, queueIds ?? undefined);
  return steps;
}
