import { installationSetting } from "#accounts/settings/index.ts";
import { one } from "#platform/db/database.ts";
import { invalidFields, notFound, planLimit } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { lastAdmin } from "./errors.ts";
import { superUsers } from "./logins/super-users.ts";

/** Throws 409 ERR_PLAN_LIMIT when the plan has no room for one more. Inside the transaction: exact under any race. */
export function checkUserLimit(unit: TenantUnit): void {
  const used = one<{ n: number }>(unit.db, "SELECT count(*) AS n FROM user WHERE deleted_at IS NULL")?.n ?? 0;
  const limit = unit.tenant.company.plan.users;
  if (used >= limit) throw planLimit("users", limit, used);
}

/** Throws 409 ERR_LAST_ADMIN when, after the change, no admin (or no super user where there was one) is left. */
export function checkAdminsLeft(unit: TenantUnit, before: { profile: string; super: boolean }): void {
  const has = (sql: string) => one(unit.db, sql) !== undefined;
  if (before.profile === "admin" && !has(ANY_ADMIN)) throw lastAdmin();
  if (before.super && superUsers(unit.tenant).length === 0) throw lastAdmin();
}
const ANY_ADMIN = "SELECT 1 FROM user WHERE profile = 'admin' AND deleted_at IS NULL LIMIT 1";

/** Throws 404 ERR_NO_QUEUE_FOUND for a queue this company does not have. Answers the ids once each. */
export function checkQueues(unit: TenantUnit, queueIds: readonly number[]): readonly number[] {
  const wanted = [...new Set(queueIds)];
  for (const id of wanted)
    if (!Number.isSafeInteger(id) || !one(unit.db, "SELECT 1 FROM queue WHERE id = ?", id))
      throw notFound("ERR_NO_QUEUE_FOUND");
  return wanted;
}

/** Throws 404 ERR_NO_WAPP_FOUND for a connection this company does not have. */
export function checkConnection(unit: TenantUnit, connectionId: number | null): void {
  if (connectionId === null) return;
  if (!one(unit.db, "SELECT 1 FROM connection WHERE id = ? AND deleted_at IS NULL", connectionId))
    throw notFound("ERR_NO_WAPP_FOUND");
}

/** Throws 400 ERR_VALIDATION for a password shorter than the provider wants. */
export function checkPassword(installation: Installation, password: string): void {
  if (password.length < installationSetting(installation, "passwordMinLength"))
    throw invalidFields({ password: "too_short" });
}
