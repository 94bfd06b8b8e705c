import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Runs the rules of stored events, one event per turn of the event loop. */
export interface RuleWorker {
  wake(tenant: Tenant): void;
  stop(): void;
}
export const RuleWorkerPort = definePort<RuleWorker>("rule-worker");
