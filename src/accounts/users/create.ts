import type * as v from "valibot";
import { setting } from "#accounts/settings/index.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import { isAdmin, type Tenant, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import {
  checkConnection,
  checkPassword,
  checkQueues,
  checkUserLimit,
  isEnabled,
  replaceQueues,
} from "./checks.ts";
import type { CreateUserBody } from "./contract.ts";
import { userCreationDisabled } from "./errors.ts";
import { UserCreated } from "./events.ts";
import { checkEmailFree, claimEmail, loginClaim } from "./logins/login-index.ts";
import { grantSuper } from "./logins/super-users.ts";
import { findUser, type UserView } from "./queries.ts";
import * as sql from "./users.sql.ts";

export type NewUser = v.InferOutput<typeof CreateUserBody>;

/**
 * Admins create users. Throws 403 ERR_NO_PERMISSION, 403 ERR_USER_CREATION_DISABLED, 409 ERR_PLAN_LIMIT, 409
 * ERR_EMAIL_IN_USE, 404 ERR_NO_QUEUE_FOUND, 404 ERR_NO_WAPP_FOUND, 400 ERR_VALIDATION.
 */
export async function createUser(ctx: UserCtx, fields: NewUser): Promise<UserView> {
  if (!isAdmin(ctx.actor)) throw noPermission();
  if (!setting(ctx.tenant, "userCreation")) throw userCreationDisabled();
  return addUser(ctx.tenant, fields, { super: false });
}

/**
 * Creates a user for the product itself (first run, command line, demo), regardless of the setting
 * `userCreation`. `super` is never set by a request.
 */
export async function addUser(
  tenant: Tenant,
  fields: NewUser,
  rank: { readonly super: boolean },
): Promise<UserView> {
  const { installation, id } = tenant;
  const hash = await hashChecked(installation, fields.password);
  return withReserved(installation, [loginClaim(fields.email)], id, (reserved) =>
    addHashed(tenant, reserved, fields, hash, rank),
  );
}

/** Checks a new password and hashes it. Throws 400 ERR_VALIDATION when it is shorter than the provider requires. */
export async function hashChecked(installation: Installation, password: string): Promise<string> {
  checkPassword(installation, password);
  return hashPassword(password);
}

/**
 * Creates a user with a hashed password; synchronous, for use in a transaction. Throws 409 ERR_PLAN_LIMIT, 409
 * ERR_EMAIL_IN_USE.
 */
export function addHashed(
  tenant: Tenant,
  reserved: Reserved,
  fields: Omit<NewUser, "password">,
  hash: string,
  rank: { readonly super: boolean },
): UserView {
  return tenant.write((unit) => {
    checkUserLimit(unit);
    checkEmailFree(tenant.installation, fields.email);
    checkConnection(unit, fields.whatsappId ?? null);
    const queueIds = checkQueues(unit, fields.queueIds ?? []);
    const id = insert(unit, fields, hash);
    if (rank.super) grantSuper(unit, id);
    claimEmail(unit, reserved, fields.email, id);
    replaceQueues(unit, id, queueIds);
    unit.emit(UserCreated, { userId: id });
    const made = findUser(unit.tenant, id);
    if (!made) throw new Error("the user that was just written is missing");
    return made;
  });
}

const insert = (unit: TenantUnit, fields: Omit<NewUser, "password">, hash: string): number =>
  execute(unit.db, sql.insertUser, {
    name: fields.name,
    email: fields.email,
    hash,
    profile: fields.profile ?? "user",
    connectionId: fields.whatsappId ?? null,
    allTicket: isEnabled(fields.allTicket) ? 1 : 0,
    signMessages: fields.signMessages === false ? 0 : 1,
    multiSession: fields.multiSession ? 1 : 0,
    maxOpenTickets: fields.maxOpenTickets ?? 0,
    now: unit.now,
  }).id;
