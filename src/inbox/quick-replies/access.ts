import type { Db } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { noQuickReply } from "./errors.ts";
import { canSee, canWrite } from "./policy.ts";
import { findQuickReply } from "./queries.ts";
import type { QuickReply } from "./schema.ts";

/**
 * Returns the quick reply if the caller may see it. Throws 404 ERR_NOT_FOUND when it does not exist or belongs to
 * another user.
 */
export function visibleQuickReply({ tenant, actor }: UserCtx, id: number, db: Db = tenant.db): QuickReply {
  const found = findQuickReply(db, id);
  if (!found || !canSee(actor, found)) throw noQuickReply();
  return found;
}

/**
 * Returns the quick reply if the caller may change it. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION for a shared one
 * when the caller is not an admin.
 */
export function writableQuickReply(ctx: UserCtx, id: number, db: Db = ctx.tenant.db): QuickReply {
  const found = visibleQuickReply(ctx, id, db);
  if (!canWrite(ctx.actor, found)) throw noPermission();
  return found;
}
