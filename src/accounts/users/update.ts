import type * as v from "valibot";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { runInSteps } from "#tenants/in-steps.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import {
  checkAdminsLeft,
  checkConnection,
  checkPassword,
  checkQueues,
  isEnabled,
  replaceQueues,
} from "./checks.ts";
import type { UpdateUserBody } from "./contract.ts";
import { returningSteps } from "./emptying.ts";
import { noUser } from "./errors.ts";
import { UserLeftQueues, UserPasswordChanged, UserUpdated } from "./events.ts";
import { checkCurrentPassword } from "./logins/current-password.ts";
import { claimEmail, loginClaim, releaseEmail } from "./logins/login-index.ts";
import { canChangeUser } from "./policy.ts";
import { findUser, type UserView } from "./queries.ts";
import * as sql from "./users.sql.ts";

export type UserChanges = v.InferOutput<typeof UpdateUserBody>;

/**
 * Admins change any user of the company, others themselves; for others `profile`, `queueIds`, `whatsappId`,
 * `allTicket` and limits are ignored. Changing one's own e-mail or password needs `currentPassword`
 * (docs/rules/security.md#own-login). A new password ends the user's other sessions. Throws 404 ERR_NO_USER_FOUND,
 * 403 ERR_NO_PERMISSION, 403 ERR_CURRENT_PASSWORD, 409 ERR_LAST_ADMIN, 409 ERR_EMAIL_IN_USE, 404 ERR_NO_QUEUE_FOUND,
 * 404 ERR_NO_WAPP_FOUND, 400 ERR_VALIDATION, 429 ERR_RATE_LIMIT.
 */
export async function updateUser(ctx: UserCtx, id: number, sent: UserChanges): Promise<UserView> {
  const { tenant, actor } = ctx;
  const target = findUser(tenant, id);
  if (!target) throw noUser();
  if (!canChangeUser(actor, target)) throw noPermission();
  const allowed: UserChanges = isAdmin(actor) ? sent : onlyOwn(sent);
  const { email, ...rest } = allowed;
  // The form always sends the e-mail: it is a change only when it differs.
  const changes: UserChanges = email === undefined || email === target.email ? rest : { ...rest, email };
  if (changes.password) checkPassword(tenant.installation, changes.password);
  if (actor.id === id && (changes.password || changes.email !== undefined))
    await checkCurrentPassword(ctx, sent.currentPassword);
  const hash = changes.password ? await hashPassword(changes.password) : undefined;
  const claims = changes.email === undefined ? [] : [loginClaim(changes.email)];
  return withReserved(tenant.installation, claims, tenant.id, async (reserved) => {
    await returnTickets(ctx, reserved, id, changes);
    return tenant.write((unit) => {
      // Read again: hashing takes time, and another request may have changed the user.
      const before = findUser(unit.tenant, id);
      if (!before) throw noUser();
      const after = write(unit, reserved, before, changes);
      if (hash) storePassword(unit, id, hash, actor.id === id ? actor.sessionId : undefined);
      return after;
    });
  });
}

/**
 * Returns the tickets of queues that the user is about to lose, in steps. All other changes are stored first: a refused
 * change returns nothing, and after a stop in between the user still has the queues with the remaining tickets.
 */
async function returnTickets(
  { tenant }: UserCtx,
  reserved: Reserved,
  id: number,
  changes: UserChanges,
): Promise<void> {
  const { queueIds } = changes;
  if (!queueIds) return;
  const steps = tenant.base.write((unit) => {
    const before = findUser(unit.tenant, id);
    if (!before) throw noUser();
    const lost = before.queues.map((queue) => queue.id).filter((queueId) => !queueIds.includes(queueId));
    const returning = lost.length > 0 ? returningSteps(unit, id, lost) : [];
    if (returning.length > 0) write(unit, reserved, before, { ...changes, queueIds: [...queueIds, ...lost] });
    return returning;
  });
  await runInSteps(tenant, steps);
}

const onlyOwn = ({ name, email, password, signMessages }: UserChanges): UserChanges => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
  ...(password !== undefined && { password }),
  ...(signMessages !== undefined && { signMessages }),
});

function write(unit: TenantUnit, reserved: Reserved, before: UserView, changes: UserChanges): UserView {
  const id = before.id;
  const email = changes.email ?? before.email;
  const profile = changes.profile ?? before.profile;
  const connectionId = changes.whatsappId === undefined ? before.connectionId : changes.whatsappId;
  const allTicket = changes.allTicket === undefined ? before.allTicket : isEnabled(changes.allTicket);
  if (connectionId !== before.connectionId) checkConnection(unit, connectionId);
  if (email !== before.email) {
    claimEmail(unit, reserved, email, id);
    releaseEmail(unit, before.email, id);
  }
  execute(unit.db, sql.updateUser, {
    name: changes.name ?? before.name,
    email,
    profile,
    connectionId,
    allTicket: allTicket ? 1 : 0,
    signMessages: (changes.signMessages ?? before.signMessages) ? 1 : 0,
    multiSession: (changes.multiSession ?? before.multiSession) ? 1 : 0,
    maxOpenTickets: changes.maxOpenTickets ?? before.maxOpenTickets,
    now: unit.now,
    id,
  });
  if (profile !== before.profile) checkAdminsLeft(unit, before);
  const queues = changes.queueIds && replaceQueues(unit, id, checkQueues(unit, changes.queueIds));
  if (queues && queues.lost.length > 0) unit.emit(UserLeftQueues, { userId: id, queueIds: queues.lost });
  const rights = profile !== before.profile || allTicket !== before.allTicket || (queues?.changed ?? false);
  unit.emit(UserUpdated, { userId: id, rights });
  const after = findUser(unit.tenant, id);
  if (!after) throw noUser();
  return after;
}

/** Stores a stronger hash of the same password; sessions stay. Changes nothing when the stored hash is not `old` any more. */
export const renewPasswordHash = (unit: TenantUnit, userId: number, old: string, hash: string): void =>
  void execute(unit.db, sql.rehashPassword, { hash, userId, old });

/** A new password hash; the user's sessions end but `keepSessionId`. */
export function storePassword(
  unit: TenantUnit,
  userId: number,
  hash: string,
  keepSessionId: number | undefined,
): void {
  execute(unit.db, sql.setPassword, { hash, userId });
  unit.emit(UserPasswordChanged, { userId, keepSessionId });
}
