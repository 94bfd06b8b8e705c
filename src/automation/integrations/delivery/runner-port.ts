import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Runs the due deliveries; its state is stored in rows. */
export interface Runner {
  /** Checks this company for due deliveries. */
  wake(tenant: Tenant): void;
  /** Resolves when no delivery is running or due (tests). */
  idle(): Promise<void>;
  /** Starts no more deliveries; resolves when the running ones have ended. */
  stop(): Promise<void>;
}
export const RunnerPort = definePort<Runner>("integration-runner");
