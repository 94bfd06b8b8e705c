import { emailInUse } from "#accounts/users/errors.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
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

/** Throws 409 ERR_EMAIL_IN_USE when the e-mail has a login in the installation. */
export function checkEmailFree(installation: Installation, email: string): void {
  if (ownerOf(installation, email)) throw emailInUse();
}

/**
 * Claims an e-mail for a user written in this transaction; after a rollback the row refers to no user. Throws
 * 409 ERR_EMAIL_IN_USE.
 */
export function claimEmail(unit: TenantUnit, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  const owner = ownerOf(installation, email);
  if (owner && !(owner.tenant.id === id && owner.userId === userId)) throw emailInUse();
  execute(installation.system, sql.claimLogin, { email, id, userId });
}

/** Releases an e-mail after the commit, so that another user may have it. */
export function releaseEmail(unit: TenantUnit, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.releaseLogin, { email, id, userId }));
}

/**
 * Rebuilds the index from the users of a restored or imported company. Returns the e-mails that belong to
 * another company's user: they cannot be used to sign in here until they are changed.
 */
export function reindexLogins(tenant: Tenant): readonly string[] {
  const { installation, id, db } = tenant;
  const taken: string[] = [];
  for (const person of queryAll(db, sql.loginsOfCompany)) {
    const owner = ownerOf(installation, person.email);
    if (owner && owner.tenant.id !== id) taken.push(person.email);
    else execute(installation.system, sql.claimLogin, { email: person.email, id, userId: person.id });
  }
  return taken;
}

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
