import { companyHours, type Hours, queueHours } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { SlaHours } from "./contract.ts";

/**
 * Returns the hours that count; null = every hour. `queueId`: the queue whose hours count; without a queue, or when it no longer
 * exists, the hours of the company count (docs/rules/sla.md#counting).
 */
export function hoursFor(tenant: Tenant, hours: SlaHours, queueId: number | null): Hours | null {
  if (hours === "clock") return null;
  const queue = hours === "queue" && queueId !== null ? findQueue(tenant.db, queueId) : undefined;
  return queue ? queueHours(tenant, queue) : companyHours(tenant);
}
