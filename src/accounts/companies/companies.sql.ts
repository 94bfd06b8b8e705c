import { listQuery } from "#accounts/audit/index.ts";
import { query } from "#platform/db/query.ts";
import type { Row } from "./digest.ts";

export const store = query<{
  companyId: number;
  users: number;
  connections: number;
  queues: number;
  storageBytes: number;
  campaignsEnabled: number;
  now: number;
}>(`INSERT INTO company_digest (company_id, users, connections, queues, storage_bytes,
    campaigns_enabled, updated_at) VALUES (:companyId, :users, :connections, :queues, :storageBytes, :campaignsEnabled, :now) ON CONFLICT (company_id) DO UPDATE SET users = excluded.users,
  connections = excluded.connections, queues = excluded.queues, storage_bytes = excluded.storage_bytes, campaigns_enabled = excluded.campaigns_enabled,
  updated_at = excluded.updated_at`);
export const find = query<{ companyId: number }, Row>(
  "SELECT users, connections, queues, storage_bytes AS storage, campaigns_enabled FROM company_digest WHERE company_id = :companyId",
);
/** `:search` = search text without case and accents, "" = all companies; excludes those in the bin, and `:copy` (`providerCopyId`). */
const MATCHES = `removed_at IS NULL AND id <> :copy
  AND (:search = '' OR instr(fold(name), :search) > 0 OR instr(fold(email), :search) > 0)`;
export const companyPage = query<
  { search: string; copy: number; limit: number; offset: number },
  { id: number }
>(`SELECT id FROM company WHERE ${MATCHES} ORDER BY name COLLATE NOCASE, id LIMIT :limit OFFSET :offset`);
export const countCompanies = query<{ search: string; copy: number }, { n: number }>(
  `SELECT count(*) AS n FROM company WHERE ${MATCHES}`,
);
/** Enabled companies with the number of their connections. */
export const activeCompanies = query<Record<never, never>, { id: number; connections: number }>(
  `SELECT company.id, coalesce(connections, 0) AS connections FROM company
  LEFT JOIN company_digest ON company_digest.company_id = company.id WHERE active = 1 AND removed_at IS NULL`,
);
export const planExists = query<{ id: number }, unknown>("SELECT 1 FROM plan WHERE id = :id");
export const named = query<{ name: string }, unknown>("SELECT 1 FROM company WHERE name = :name");

/** For the audit trail. */
export const campaignsEnabledForAudit = listQuery(
  "SELECT campaigns_enabled AS value FROM company_digest WHERE company_id = :id",
);
