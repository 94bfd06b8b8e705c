import { join } from "node:path";
import type { Tenant } from "#tenants/tenant.ts";

/** Directory of a connection's keys and journal. */
export const sessionDirectory = (tenant: Tenant, connectionId: number): string =>
  join(tenant.directory, "sessions", String(connectionId));
