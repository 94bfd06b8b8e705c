import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Works through what is to be told to integrations; everything it has to know stands in rows. */
export interface Runner {
  /** There may be something to do in this company. */
  wake(tenant: Tenant): void;
  /** Resolves when nothing is on its way and nothing is due (tests). */
  idle(): Promise<void>;
  /** Takes nothing more; resolves when what is on its way has come back. */
  stop(): Promise<void>;
}
export const RunnerPort = definePort<Runner>("integration-runner");
