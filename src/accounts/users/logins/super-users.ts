import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { ProviderRows } from "#tenants/system-tables.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./super-users.sql.ts";

// The column `user.super` is read and written by this file and its statements only; test/super-flag.test.ts enforces it. Company files can
// come from other installations, so the value counts in the provider's company only (docs/rules/security.md#super-users).

/** The column as it must be selected from `user u`; `isSuper` alone turns the raw value into a right. */
export const SUPER_COLUMN = "u.super AS super_column";

export interface SuperColumn {
  readonly super_column: number;
}

/** Whether a row of a company's `user` table belongs to a super user. Always false outside the provider's company. */
export const isSuper = ({ id }: Pick<Tenant, "id">, { super_column }: SuperColumn): boolean =>
  id === PROVIDER_ID && super_column === 1;

export interface SuperUser {
  readonly id: number;
  readonly name: string;
}

/** The super users that are not deleted, oldest first. Empty outside the provider's company. */
export const superUsers = ({ id, db }: Pick<Tenant, "id" | "db">): readonly SuperUser[] =>
  id === PROVIDER_ID ? queryAll(db, sql.superUsers) : [];

/** One super user that is not deleted; undefined for other users and outside the provider's company. */
export const findSuperUser = (
  { id, db }: Pick<Tenant, "id" | "db">,
  userId: number,
): SuperUser | undefined => (id === PROVIDER_ID ? queryOne(db, sql.superUserById, { userId }) : undefined);

/** Makes a user a super user, for set-up and the command line. Throws 403 ERR_NO_PERMISSION outside the provider's company. */
export function grantSuper({ tenant, db }: TenantUnit, userId: number): void {
  if (tenant.id !== PROVIDER_ID) throw noPermission();
  execute(db, sql.grantSuper, { userId });
}

/**
 * The super users in other cells (docs/rules/cells.md#shared-rows). A copy has no password and no login, so it cannot sign in;
 * its rights come with the copy of a login session.
 */
export const copiedSuperUsers: ProviderRows = {
  table: "user",
  read: ({ db }) => queryAll(db, sql.superUserRows),
  write({ db, now }, rows) {
    // Two users may have exchanged their addresses, so all are removed before any is written.
    execute(db, sql.removeCopies, { now });
    execute(db, sql.writeCopies, { rows: JSON.stringify(rows), now });
  },
};

/** Clears the column in a company file of another installation, before it is put in place. */
export const clearSuperColumn = (db: Sqlite): void => void execute(typed(db), sql.clearSuper);
