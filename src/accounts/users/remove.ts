import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { checkAdminsLeft } from "./checks.ts";
import { noUser } from "./errors.ts";
import { UserDeleted } from "./events.ts";
import { releaseEmail } from "./logins/login-index.ts";
import { canChangeUser } from "./policy.ts";
import { findUser } from "./queries.ts";
import * as sql from "./users.sql.ts";

/**
 * Admins delete users. The row is hidden, not erased; tickets go back to pending in their queue by the event.
 * Throws 404 ERR_NO_USER_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_LAST_ADMIN.
 */
export function deleteUser(ctx: UserCtx, id: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const target = findUser(unit.tenant, id);
    if (!target) throw noUser();
    if (!isAdmin(actor) || !canChangeUser(actor, target)) throw noPermission();
    execute(unit.db, sql.deleteUser, { now: unit.now, id });
    checkAdminsLeft(unit, target);
    unit.emit(UserDeleted, { userId: id });
    // Deleted after the event: listeners may read the user's queues.
    execute(unit.db, sql.deleteUserQueues, { id });
    releaseEmail(unit, target.email, id);
  });
}
