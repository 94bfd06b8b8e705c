import type { AwayBody } from "#accounts/users/contract.ts";
import { findUser, setAwayOf, type UserView } from "#accounts/users/index.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { maySetAwayOf } from "./policy.ts";

/**
 * `PUT /users/{id}/away`: admins, and supervisors for people of their queues. Throws 404 ERR_NOT_FOUND, 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION.
 */
export function setAwayOfOther({ tenant, actor }: UserCtx, userId: number, body: AwayBody): UserView {
  return tenant.write(() => {
    const user = findUser(tenant, userId);
    if (!user) throw notFound();
    if (!maySetAwayOf(actor, user)) throw noPermission();
    return setAwayOf(tenant, userId, { away: body.away, reasonId: body.reasonId ?? null });
  });
}
