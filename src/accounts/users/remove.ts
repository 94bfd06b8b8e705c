import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { runInSteps } from "#tenants/in-steps.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { checkAdminsLeft } from "./checks.ts";
import { returningSteps } from "./emptying.ts";
import { noUser } from "./errors.ts";
import { UserDeleted } from "./events.ts";
import { releaseEmail } from "./logins/login-index.ts";
import { canChangeUser } from "./policy.ts";
import { findUser, type UserView } from "./queries.ts";
import * as sql from "./users.sql.ts";

/**
 * Admins delete users. The user's tickets return to their queues in steps first; then the row is hidden, not erased.
 * Throws 404 ERR_NO_USER_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_LAST_ADMIN; when the last check fails, the returned
 * tickets stay returned (docs/rules/users.md#saving).
 */
export async function deleteUser(ctx: UserCtx, id: number): Promise<void> {
  const steps = ctx.tenant.base.write((unit) => {
    checkDeletion(unit, ctx, id);
    return returningSteps(unit, id, null);
  });
  await runInSteps(ctx.tenant, steps);
  ctx.tenant.write((unit) => {
    const target = checkDeletion(unit, ctx, id);
    execute(unit.db, sql.deleteUser, { now: unit.now, id });
    unit.emit(UserDeleted, { userId: id });
    // Deleted after the event: listeners may read the user's queues.
    execute(unit.db, sql.deleteUserQueues, { id });
    releaseEmail(unit, target.email, id);
  });
}

function checkDeletion(unit: TenantUnit, { actor }: UserCtx, id: number): UserView {
  const target = findUser(unit.tenant, id);
  if (!target) throw noUser();
  if (!isAdmin(actor) || !canChangeUser(actor, target)) throw noPermission();
  checkAdminsLeft(unit, target);
  return target;
}
