import { leaveDistribution } from "#accounts/queues/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { UserDeleted, UserEmptying, UserLeftQueues } from "./events.ts";

/**
 * A user who leaves a queue, or is deleted, also leaves its distribution list (docs/rules/distribution.md#set-up): before
 * the tickets are returned, so that none of them is offered to the same user again.
 */
export function followDistribution({ bus }: Installation): void {
  bus.within(UserEmptying, (unit, { userId, queueIds }) =>
    leaveDistribution(unit, userId, queueIds ?? undefined),
  );
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => leaveDistribution(unit, userId, queueIds));
  bus.within(UserDeleted, (unit, { userId }) => leaveDistribution(unit, userId));
}
