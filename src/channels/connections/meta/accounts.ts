import { eq } from "drizzle-orm";
import { pageInUse } from "#channels/connections/errors.ts";
import { type MetaAccountRow, metaAccount } from "#channels/connections/schema.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Claim, type Reserved, releaseAfter, reserveIfFree } from "#tenants/reserve.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./accounts.sql.ts";

export type MetaKind = MetaAccountRow["kind"];

/** The connection that receives the messages of a page, account or number. */
export interface MetaRoute {
  readonly companyId: number;
  readonly connectionId: number;
}

/** The account behind a connection, undefined when it has none. */
export function metaAccountOf(db: Db, connectionId: number): MetaAccountRow | undefined {
  const row = queryOne(db, sql.ofConnection, { connectionId });
  return row === undefined ? undefined : sql.read(row);
}

/** The accounts of the connections that were not deleted. */
export const metaAccounts = (db: Db): readonly MetaAccountRow[] =>
  queryAll(db, sql.ofLiveConnections).map(sql.read);

/** The decrypted token; null when there is none or it was erased. */
export const tokenOf = (tenant: Tenant, account: MetaAccountRow | undefined): string | null =>
  account?.token ? tenant.installation.secrets.decrypt(account.token) : null;

/** The route of an account, over all companies. */
export const routeOf = (
  { system }: Installation,
  kind: MetaKind,
  externalId: string,
): MetaRoute | undefined => queryOne(system, sql.routeOf, { kind, externalId });

/**
 * Routes of the numbers of a business account, over all companies; numbers whose business account is unknown are
 * included.
 */
export const routesOfBusiness = ({ system }: Installation, businessId: string): readonly MetaRoute[] =>
  queryAll(system, sql.routesOfBusiness, { businessId });

/** An account to connect; the network has just accepted its token. */
export interface NewMetaAccount {
  readonly kind: MetaKind;
  readonly externalId: string;
  readonly parentId: string | null;
  readonly token: string;
}

/** The id of a connection of this company with this account, other than `exceptId`; undefined when there is none. */
export const findConnectionOfAccount = (
  db: Db,
  kind: MetaKind,
  externalId: string,
  exceptId = 0,
): number | undefined => queryOne(db, sql.connectionOf, { kind, externalId, exceptId })?.id;

/**
 * True when another company has this account. A route to a connection without the account is left over from a crash
 * and is ignored.
 */
export function belongsToOtherCompany(
  { id, installation }: Tenant,
  kind: MetaKind,
  externalId: string,
): boolean {
  const route = routeOf(installation, kind, externalId);
  if (!route || route.companyId === id) return false;
  try {
    return (
      queryOne(installation.tenants.open(route.companyId).db, sql.heldBy, { kind, externalId }) !== undefined
    );
  } catch {
    // The company cannot be opened, so it is assumed to have the account.
    return true;
  }
}

/** An account in the directory. */
export const accountKey = ({
  kind,
  externalId,
}: Pick<NewMetaAccount, "kind" | "externalId">): DirectoryKey => ({
  kind: "meta",
  value: `${kind}:${externalId}`,
});

/** To reserve an account before it is bound. `name` is what the error shows. */
export const accountClaim = (account: NewMetaAccount, name: string): Claim => ({
  key: accountKey(account),
  refused: () => pageInUse(name),
});

/**
 * Binds an account that no other company has (`belongsToOtherCompany`) to a connection. The installation's route is
 * written before the company's commit: a crash in between leaves a route to a row without this account. `reserved` covers the
 * account.
 */
export function bindMetaAccount(
  unit: TenantUnit,
  reserved: Reserved,
  connectionId: number,
  account: NewMetaAccount,
): void {
  reserved.cover(accountKey(account), unit);
  const { tenant } = unit;
  const { kind, externalId, parentId, token } = account;
  const { system, secrets } = tenant.installation;
  execute(system, sql.saveRoute, {
    kind,
    externalId,
    companyId: tenant.id,
    connectionId,
    businessId: parentId,
  });
  execute(unit.db, sql.saveAccount, {
    connectionId,
    kind,
    externalId,
    parentId,
    token: secrets.encrypt(token),
    now: unit.now,
  });
}

/** Erases the token and the route; the account's names stay for its old tickets. */
export function eraseMetaAccount(tenant: Tenant, connectionId: number): void {
  tenant.write((unit) => {
    const account = metaAccountOf(unit.db, connectionId);
    unit.db.update(metaAccount).set({ token: null }).where(eq(metaAccount.connectionId, connectionId)).run();
    const { installation, id: companyId } = tenant;
    unit.afterCommit(() => void execute(installation.system, sql.deleteRoute, { companyId, connectionId }));
    if (account)
      releaseAfter(
        unit,
        accountKey(account),
        () => routeOf(installation, account.kind, account.externalId)?.companyId === companyId,
      );
  });
}

/**
 * Rebuilds the routes from the accounts of an imported company; an account that another company has connected
 * meanwhile stays with that company.
 */
export async function reindexMetaAccounts(tenant: Tenant): Promise<void> {
  const { installation, id: companyId, db } = tenant;
  for (const account of metaAccounts(db)) {
    const { kind, externalId, parentId: businessId, connectionId, token } = account;
    if (token === null) continue;
    await reserveIfFree(installation, accountKey(account), companyId, (reserved) => {
      if (belongsToOtherCompany(tenant, kind, externalId)) return false;
      reserved.cover(accountKey(account));
      const route = { kind, externalId, companyId, connectionId, businessId };
      execute(installation.system, sql.saveRoute, route);
      return true;
    });
  }
}

/** The accounts of a company that receive webhook calls. */
export const directoryAccountsOf = ({ installation, id, db }: Tenant): readonly DirectoryKey[] =>
  metaAccounts(db)
    .filter(({ kind, externalId, connectionId, token }) => {
      const route = routeOf(installation, kind, externalId);
      return token !== null && route?.companyId === id && route.connectionId === connectionId;
    })
    .map(accountKey);
