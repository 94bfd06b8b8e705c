import { leaveDistribution } from "#accounts/queues/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { UserDeleted, UserLeftQueues } from "./events.ts";

/**
 * A user who leaves a queue, or is deleted, also leaves its distribution list (docs/rules/distribution.md#set-up).
 */
export function followDistribution({ bus }: Installation): void {
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => leaveDistribution(unit, userId, queueIds));
  bus.within(UserDeleted, (unit, { userId }) => leaveDistribution(unit, userId));
}
