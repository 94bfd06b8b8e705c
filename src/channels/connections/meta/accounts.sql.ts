import { type MetaAccountRow, metaAccount } from "#channels/connections/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(metaAccount, "a");

export { read };

type Account = Pick<MetaAccountRow, "kind" | "externalId">;
type Route = { readonly companyId: number; readonly connectionId: number };

export const ofConnection = query<{ connectionId: number }, unknown>(
  `SELECT ${columns} FROM meta_account a WHERE a.connection_id = :connectionId`,
);
export const ofLiveConnections = query<Record<never, never>, unknown>(
  `SELECT ${columns} FROM meta_account a JOIN connection c ON c.id = a.connection_id
   WHERE c.deleted_at IS NULL ORDER BY a.connection_id`,
);
export const connectionOf = query<Account & { exceptId: number }, { readonly id: number }>(
  `SELECT a.connection_id AS id FROM meta_account a JOIN connection c ON c.id = a.connection_id
   WHERE a.kind = :kind AND a.external_id = :externalId AND a.connection_id <> :exceptId AND c.deleted_at IS NULL`,
);
export const heldBy = query<Account, unknown>(
  `SELECT 1 FROM meta_account a JOIN connection c ON c.id = a.connection_id
   WHERE a.kind = :kind AND a.external_id = :externalId AND a.token IS NOT NULL AND c.deleted_at IS NULL`,
);
export const saveAccount = query<
  Account & { connectionId: number; parentId: string | null; token: string; now: number }
>(
  `INSERT INTO meta_account (connection_id, kind, external_id, parent_id, token, checked_at)
   VALUES (:connectionId, :kind, :externalId, :parentId, :token, :now)
   ON CONFLICT (connection_id) DO UPDATE SET kind = :kind, external_id = :externalId, parent_id = :parentId,
     token = :token, checked_at = :now`,
);

// The routes are in the system database.
export const routeOf = query<Account, Route>(
  `SELECT company_id AS companyId, connection_id AS connectionId FROM meta_route
   WHERE kind = :kind AND external_id = :externalId`,
);
export const routesOfBusiness = query<{ businessId: string }, Route>(
  `SELECT company_id AS companyId, connection_id AS connectionId FROM meta_route
   WHERE kind = 'phone' AND (business_id = :businessId OR business_id IS NULL) ORDER BY company_id, connection_id`,
);
export const saveRoute = query<Account & Route & { businessId: string | null }>(
  `INSERT INTO meta_route (kind, external_id, company_id, connection_id, business_id)
   VALUES (:kind, :externalId, :companyId, :connectionId, :businessId)
   ON CONFLICT (kind, external_id) DO UPDATE SET company_id = :companyId, connection_id = :connectionId,
     business_id = :businessId`,
);
export const deleteRoute = query<Route>(
  "DELETE FROM meta_route WHERE company_id = :companyId AND connection_id = :connectionId",
);
