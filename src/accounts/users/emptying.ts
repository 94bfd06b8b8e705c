import { leaveDistribution } from "#accounts/queues/index.ts";
import type { Step } from "#tenants/in-steps.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { UserEmptying } from "./events.ts";

/**
 * Returns the steps that move the user's tickets of these queues (null = all) back to their queues, before the user
 * loses the queues (docs/rules/users.md#saving). Returns none when a single step is enough, which the transaction of
 * the change performs itself. The user leaves the distribution first, so that no returned ticket is offered to the same
 * user again.
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
