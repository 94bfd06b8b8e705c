import { installationSetting } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, notFound, planLimit } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { lastAdmin } from "./errors.ts";
import { superUsers } from "./logins/super-users.ts";
import * as sql from "./users.sql.ts";

/**
 * Throws 409 ERR_PLAN_LIMIT when the plan allows no further user. Call within the transaction, so that parallel
 * requests cannot exceed the limit.
 */
export function checkUserLimit(unit: TenantUnit): void {
  const used = queryOne(unit.db, sql.countUsers)?.n ?? 0;
  const limit = unit.tenant.company.plan.users;
  if (used >= limit) throw planLimit("users", limit, used);
}

/** Throws 409 ERR_LAST_ADMIN when the company would have no admin (or no super user) without this one. */
export function checkAdminsLeft(
  unit: TenantUnit,
  { id, profile, super: isSuperUser }: { id: number; profile: string; super: boolean },
): void {
  if (profile === "admin" && !queryOne(unit.db, sql.anyOtherAdmin, { id })) throw lastAdmin();
  if (isSuperUser && superUsers(unit.tenant).every((user) => user.id === id)) throw lastAdmin();
}

/** Throws 404 ERR_NO_QUEUE_FOUND for a queue that the company does not have. Returns the ids without duplicates. */
export function checkQueues(unit: TenantUnit, queueIds: readonly number[]): readonly number[] {
  const wanted = [...new Set(queueIds)];
  for (const id of wanted)
    if (!Number.isSafeInteger(id) || !queryOne(unit.db, sql.queueExists, { id }))
      throw notFound("ERR_NO_QUEUE_FOUND");
  return wanted;
}

/** Whether the company has a connection with this id; implemented by the connections feature. */
export const ConnectionExistsPort = definePort<(db: Db, id: number) => boolean>("connection-exists");

/** Throws 404 ERR_NO_WAPP_FOUND for a connection that the company does not have. */
export function checkConnection(unit: TenantUnit, connectionId: number | null): void {
  if (connectionId === null) return;
  const exists = unit.tenant.installation.ports.find(ConnectionExistsPort);
  if (exists?.(unit.db, connectionId) === false) throw notFound("ERR_NO_WAPP_FOUND");
}

/** Throws 400 ERR_VALIDATION for a password shorter than the provider requires. */
export function checkPassword(installation: Installation, password: string): void {
  if (password.length < installationSetting(installation, "passwordMinLength"))
    throw invalidFields({ password: "too_short" });
}

/** Replaces the user's queues; returns the removed ones and whether anything changed. */
export function replaceQueues(
  unit: TenantUnit,
  userId: number,
  queueIds: readonly number[],
): { readonly lost: readonly number[]; readonly changed: boolean } {
  const before = queueIdsOf(unit, userId);
  const lost = before.filter((id) => !queueIds.includes(id));
  const gained = queueIds.filter((id) => !before.includes(id));
  for (const id of lost) execute(unit.db, sql.deleteUserQueue, { userId, id });
  for (const id of gained) execute(unit.db, sql.insertUserQueue, { userId, id });
  return { lost, changed: lost.length + gained.length > 0 };
}

const queueIdsOf = (unit: TenantUnit, userId: number): readonly number[] =>
  queryAll(unit.db, sql.queueIdsOfUser, { userId }).map((row) => row.queue_id);

/**
 * `allTicket` as clients send it: `enable`, `enabled` and true mean yes
 * (docs/rules/general.md#words-for-booleans).
 */
export const isEnabled = (value: boolean | string | undefined): boolean =>
  value === true || value === "enable" || value === "enabled";
