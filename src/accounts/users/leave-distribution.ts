import { leaveDistribution } from "#accounts/queues/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { UserDeleted, UserLeftQueues } from "./events.ts";

/**
 * Whoever leaves a queue, or the company, gets none of its tickets in turn any more
 * (docs/rules/distribution.md#set-up).
 */
export function followDistribution({ bus }: Installation): void {
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => leaveDistribution(unit, userId, queueIds));
  bus.within(UserDeleted, (unit, { userId }) => leaveDistribution(unit, userId));
}
