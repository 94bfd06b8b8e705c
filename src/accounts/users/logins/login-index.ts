import { emailInUse } from "#accounts/users/errors.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Claim, type Reserved, releaseAfter, reserveIfFree } from "#tenants/reserve.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./logins.sql.ts";

/** A row of the login index; it may be left over from a crash, see `ownerOf`. */
export interface LoginRow {
  company_id: number;
  user_id: number;
}

/**
 * The user who signs in with an e-mail. Index and users are in two files, so a crash can leave an index row without a
 * user: a row counts only when a user that is not deleted has the e-mail. Throws 503 ERR_TENANT_UNAVAILABLE when the
 * company file cannot be opened for that check.
 */
export function ownerOf(
  installation: Installation,
  email: string,
): { readonly tenant: Tenant; readonly userId: number } | undefined {
  const row = queryOne(installation.system, sql.ownerOfLogin, { email });
  if (!row || !installation.tenants.exists(row.company_id)) return undefined;
  const tenant = installation.tenants.open(row.company_id);
  return queryOne(tenant.db, sql.stillThere, { id: row.user_id, email })
    ? { tenant, userId: row.user_id }
    : undefined;
}

/** An e-mail in the directory; it is stored in lower case. */
export const loginKey = (email: string): DirectoryKey => ({ kind: "login", value: email });

/** To reserve an e-mail before it is claimed. */
export const loginClaim = (email: string): Claim => ({ key: loginKey(email), refused: emailInUse });

/** Throws 409 ERR_EMAIL_IN_USE when the e-mail has a login in the installation. */
export function checkEmailFree(installation: Installation, email: string): void {
  if (ownerOf(installation, email)) throw emailInUse();
}

/**
 * Claims an e-mail for a user written in this transaction; after a rollback the row refers to no user. Throws
 * 409 ERR_EMAIL_IN_USE.
 */
export function claimEmail(unit: TenantUnit, reserved: Reserved, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  reserved.cover(loginKey(email), unit);
  const owner = ownerOf(installation, email);
  if (owner && !(owner.tenant.id === id && owner.userId === userId)) throw emailInUse();
  execute(installation.system, sql.claimLogin, { email, id, userId });
}

/** Releases an e-mail after the commit, so that another user may have it. */
export function releaseEmail(unit: TenantUnit, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.releaseLogin, { email, id, userId }));
  releaseAfter(unit, loginKey(email), () => ownerOf(installation, email)?.tenant.id === id);
}

/**
 * Rebuilds the index from the users of a restored or imported company. Returns the e-mails that belong to
 * another company's user: they cannot be used to sign in here until they are changed.
 */
export async function reindexLogins(tenant: Tenant): Promise<readonly string[]> {
  const { installation, id, db } = tenant;
  const taken: string[] = [];
  for (const { id: userId, email } of queryAll(db, sql.loginsOfCompany)) {
    const key = loginKey(email);
    const isOurs = await reserveIfFree(installation, key, id, (reserved) => {
      const owner = ownerOf(installation, email);
      if (owner && owner.tenant.id !== id) return false;
      reserved.cover(key);
      execute(installation.system, sql.claimLogin, { email, id, userId });
      return true;
    });
    if (!isOurs) taken.push(email);
  }
  return taken;
}

/** The e-mails with which users of a company sign in. An e-mail that belongs to another company's user is not one of them. */
export const loginsOf = ({ installation, id, db }: Tenant): readonly DirectoryKey[] =>
  queryAll(db, sql.loginsOfCompany)
    .filter(({ id: userId, email }) => {
      const row = queryOne(installation.system, sql.ownerOfLogin, { email });
      return row?.company_id === id && row.user_id === userId;
    })
    .map(({ email }) => loginKey(email));

/**
 * The row of a provider's staff member who works in this company as support, created on first use. Hidden
 * like a deleted user: in no list, outside limits, with the name shown for past actions. `email` is a key
 * that no login can have. Returns the id.
 */
export function ensureHiddenUser(unit: TenantUnit, { email, name }: { email: string; name: string }): number {
  const known = queryOne(unit.db, sql.hiddenUserByEmail, { email });
  if (!known) return execute(unit.db, sql.insertHiddenUser, { name, email, now: unit.now }).id;
  execute(unit.db, sql.renameUser, { name, now: unit.now, id: known.id });
  return known.id;
}
