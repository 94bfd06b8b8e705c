import { setting } from "#accounts/settings/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Usage } from "./contract.ts";

/** What is known of a company's own file without opening it. */
export interface Digest extends Usage {
  readonly campaignsEnabled: boolean;
}

interface Row extends Usage {
  readonly campaigns_enabled: number;
}

const FIND =
  "SELECT users, connections, queues, storage_bytes AS storage, campaigns_enabled FROM company_digest WHERE company_id = ?";
const STORE = `INSERT INTO company_digest (company_id, users, connections, queues, storage_bytes,
    campaigns_enabled, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (company_id) DO UPDATE SET users = excluded.users,
  connections = excluded.connections, queues = excluded.queues, storage_bytes = excluded.storage_bytes, campaigns_enabled = excluded.campaigns_enabled,
  updated_at = excluded.updated_at`;
const COUNT = `SELECT (SELECT count(*) FROM user WHERE deleted_at IS NULL) AS users,
  (SELECT count(*) FROM connection WHERE deleted_at IS NULL) AS connections,
  (SELECT count(*) FROM queue) AS queues,
  (SELECT bytes FROM media_usage) AS storage`;

/** Counts what an open company uses and writes it down. */
export const storeDigest = (tenant: Tenant): Digest =>
  storeDigestWith(tenant, setting(tenant, "campaignsEnabled"));

/** The same when campaigns are about to be switched. */
export function storeDigestWith(tenant: Tenant, campaignsEnabled: boolean): Digest {
  const usage = one<Usage>(tenant.db, COUNT);
  if (!usage) throw new Error("counting answers a row");
  const digest = { ...usage, campaignsEnabled };
  run(
    tenant.installation.system,
    STORE,
    tenant.id,
    digest.users,
    digest.connections,
    digest.queues,
    digest.storage,
    digest.campaignsEnabled ? 1 : 0,
    tenant.clock.now(),
  );
  return digest;
}

/**
 * The digest as it was last written; only a company of which nothing is known yet is opened once. Undefined for one
 * that cannot be opened.
 */
export function digestOf({ system, tenants }: Installation, companyId: number): Digest | undefined {
  const row = one<Row>(system, FIND, companyId);
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
