import { emailInUse } from "#accounts/users/errors.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./logins.sql.ts";

/** Where an e-mail leads; the row may be a left-over of a crash, see `ownerOf`. */
export interface LoginRow {
  company_id: number;
  user_id: number;
}

/**
 * The login an e-mail leads to. The index and the users live in two files, so a crash between the two can leave a
 * row that leads nowhere: only one that a living user confirms counts. Throws 503 ERR_TENANT_UNAVAILABLE when the
 * company that would have to confirm it cannot be opened.
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

/** Throws 409 ERR_EMAIL_IN_USE when somebody in the installation signs in with it. */
export function checkEmailFree(installation: Installation, email: string): void {
  if (ownerOf(installation, email)) throw emailInUse();
}

/**
 * Takes an e-mail for a user whose row this transaction writes; a rollback leaves a row that leads nowhere.
 * Throws 409 ERR_EMAIL_IN_USE.
 */
export function claimEmail(unit: TenantUnit, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  const owner = ownerOf(installation, email);
  if (owner && !(owner.tenant.id === id && owner.userId === userId)) throw emailInUse();
  execute(installation.system, sql.claimLogin, { email, id, userId });
}

/** Gives an e-mail back once the transaction is committed. */
export function releaseEmail(unit: TenantUnit, email: string, userId: number): void {
  const { installation, id } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.releaseLogin, { email, id, userId }));
}

/**
 * Writes the index anew from the users of a company that came from elsewhere (restored, imported). Answers the e-mails
 * that lead to somebody else: with these nobody of this company can sign in until they have another one.
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
