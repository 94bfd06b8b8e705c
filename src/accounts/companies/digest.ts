import { setting } from "#accounts/settings/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./companies.sql.ts";
import type { Usage } from "./contract.ts";

/** Data of a company that is known without opening its file. */
export interface Digest extends Usage {
  readonly campaignsEnabled: boolean;
}

export interface Row extends Usage {
  readonly campaigns_enabled: number;
}

/** Counts the usage of an open company. Plugged in by the feature `company-digest`, which may read all tables. */
export const UsagePort = definePort<(tenant: Tenant) => Usage>("company-usage");

/**
 * Counts the usage of an open company and stores it. Returns undefined before the features are wired; the digest is
 * then stored at its first use.
 */
export const storeDigest = (tenant: Tenant): Digest | undefined =>
  storeDigestWith(tenant, setting(tenant, "campaignsEnabled"));

/** Like `storeDigest`, for a new value of `campaignsEnabled` that is not stored yet. */
export function storeDigestWith(tenant: Tenant, campaignsEnabled: boolean): Digest | undefined {
  const usage = tenant.installation.ports.find(UsagePort)?.(tenant);
  if (!usage) return undefined;
  const digest = { ...usage, campaignsEnabled };
  execute(tenant.installation.system, sql.store, {
    companyId: tenant.id,
    users: digest.users,
    connections: digest.connections,
    queues: digest.queues,
    storageBytes: digest.storage,
    campaignsEnabled: digest.campaignsEnabled ? 1 : 0,
    now: tenant.clock.now(),
  });
  return digest;
}

/** The stored digest; a company without one is opened once. Undefined for a company that cannot be opened. */
export function digestOf({ system, tenants }: Installation, companyId: number): Digest | undefined {
  const row = queryOne(system, sql.find, { companyId });
  if (row) {
    const { users, connections, queues, storage } = row;
    return { users, connections, queues, storage, campaignsEnabled: row.campaigns_enabled === 1 };
  }
  try {
    return storeDigest(tenants.open(companyId));
  } catch {
    return undefined;
  }
}
