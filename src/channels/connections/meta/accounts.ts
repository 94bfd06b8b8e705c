import { type MetaAccountRow, metaAccount } from "#channels/connections/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

export type MetaKind = MetaAccountRow["kind"];

const { columns, read } = rowReader(metaAccount, "a");
const OF_CONNECTION = `SELECT ${columns} FROM meta_account a WHERE a.connection_id = ?`;
const LIVING = `SELECT ${columns} FROM meta_account a JOIN connection c ON c.id = a.connection_id
  WHERE c.deleted_at IS NULL ORDER BY a.connection_id`;
const KEEP = `INSERT INTO meta_account (connection_id, kind, external_id, parent_id, token, checked_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (connection_id) DO UPDATE SET kind = ?2, external_id = ?3, parent_id = ?4,
  token = ?5, checked_at = ?6`;
const ROUTE = `INSERT INTO meta_route (kind, external_id, company_id, connection_id, business_id)
  VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (kind, external_id) DO UPDATE SET company_id = ?3, connection_id = ?4,
  business_id = ?5`;

/** Where the messages of a page, account or number go. */
export interface MetaRoute {
  readonly companyId: number;
  readonly connectionId: number;
}

/** The account behind a connection, undefined when it has none. */
export function metaAccountOf(db: Db, connectionId: number): MetaAccountRow | undefined {
  const row = one(db, OF_CONNECTION, connectionId);
  return row === undefined ? undefined : read(row);
}

/** The accounts of the connections that were not deleted. */
export const metaAccounts = (db: Db): readonly MetaAccountRow[] => all(db, LIVING).map(read);

/** The plain token, null when there is none (any more). */
export const tokenOf = (tenant: Tenant, account: MetaAccountRow | undefined): string | null =>
  account?.token ? tenant.installation.secrets.decrypt(account.token) : null;

/** Who gets the messages of this id, over all companies. */
export const routeOf = (
  { system }: Installation,
  kind: MetaKind,
  externalId: string,
): MetaRoute | undefined =>
  one<MetaRoute>(
    system,
    `SELECT company_id AS companyId, connection_id AS connectionId FROM meta_route
     WHERE kind = ? AND external_id = ?`,
    kind,
    externalId,
  );

const OF_BUSINESS = `SELECT company_id AS companyId, connection_id AS connectionId FROM meta_route
  WHERE kind = 'phone' AND (business_id = ?1 OR business_id IS NULL) ORDER BY company_id, connection_id`;

/** Numbers of a business account over all companies; those of whom it is not known whether they are, too. */
export const routesOfBusiness = ({ system }: Installation, businessId: string): readonly MetaRoute[] =>
  all<MetaRoute>(system, OF_BUSINESS, businessId);

/** An account as somebody connects it; the network took the token just now. */
export interface NewMetaAccount {
  readonly kind: MetaKind;
  readonly externalId: string;
  readonly parentId: string | null;
  readonly token: string;
}

const HELD = `SELECT 1 FROM meta_account a JOIN connection c ON c.id = a.connection_id
  WHERE a.kind = ? AND a.external_id = ? AND a.token IS NOT NULL AND c.deleted_at IS NULL`;

/** Whether another company has this account; a way that leads to a connection without it is a left-over of a crash. */
export function isElsewhere({ id, installation }: Tenant, kind: MetaKind, externalId: string): boolean {
  const route = routeOf(installation, kind, externalId);
  if (!route || route.companyId === id) return false;
  try {
    return one(installation.tenants.open(route.companyId).db, HELD, kind, externalId) !== undefined;
  } catch {
    // What cannot be looked at now may well have it.
    return true;
  }
}

/**
 * Binds an account that nobody else has (`isElsewhere`) to a connection of this company. The index of the installation
 * is written before the company's own commit: a crash between leaves an entry that leads to a row without this account.
 */
export function bindMetaAccount(unit: TenantUnit, connectionId: number, account: NewMetaAccount): void {
  const { tenant } = unit;
  const { kind, externalId, parentId, token } = account;
  const { system, secrets } = tenant.installation;
  run(system, ROUTE, kind, externalId, tenant.id, connectionId, parentId);
  run(unit.db, KEEP, connectionId, kind, externalId, parentId, secrets.encrypt(token), unit.now);
}

/** Erases the token and the way to the connection; what the account was called stays for its old tickets. */
export function eraseMetaAccount(tenant: Tenant, connectionId: number): void {
  tenant.write((unit) => {
    run(unit.db, "UPDATE meta_account SET token = NULL WHERE connection_id = ?", connectionId);
    unit.afterCommit(
      () =>
        void run(
          tenant.installation.system,
          "DELETE FROM meta_route WHERE company_id = ? AND connection_id = ?",
          tenant.id,
          connectionId,
        ),
    );
  });
}

/**
 * Writes the index anew from the accounts of a company that came from elsewhere; an account that another company has
 * meanwhile stays there.
 */
export function reindexMetaAccounts(tenant: Tenant): void {
  for (const { kind, externalId, parentId, connectionId, token } of metaAccounts(tenant.db))
    if (token !== null && !isElsewhere(tenant, kind, externalId))
      run(tenant.installation.system, ROUTE, kind, externalId, tenant.id, connectionId, parentId);
}
