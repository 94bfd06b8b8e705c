import { eq } from "drizzle-orm";
import { removeMediaFile } from "#channels/media/index.ts";
import { ConditionUsersPort, releaseReference } from "#inbox/conditions/index.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { writableQuickReply } from "./access.ts";
import { QuickReplyDeleted } from "./events.ts";
import { privateOnesOf } from "./queries.ts";
import { type QuickReply, quickReply } from "./schema.ts";

/**
 * Deletes a quick reply with its file. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_IN_USE while a shared macro
 * or rule sends it.
 */
export function deleteQuickReply(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const reply = writableQuickReply(ctx, id, unit.db);
    const users = unit.tenant.installation.ports.find(ConditionUsersPort)?.values() ?? [];
    releaseReference(users, unit, { kind: "quick_reply", id });
    erase(unit, reply);
  });
}

/**
 * Deletes the unshared quick replies of a deleted user; shared ones are kept. Nothing that stays refers to them: shared
 * macros and rules send shared replies only, and the user's own macros are deleted as well.
 */
export function forgetPrivateOnes(unit: TenantUnit, userId: number): void {
  for (const reply of privateOnesOf(unit.db, userId)) erase(unit, reply);
}

function erase(unit: TenantUnit, reply: QuickReply): void {
  unit.db.delete(quickReply).where(eq(quickReply.id, reply.id)).run();
  if (reply.mediaId !== null) removeMediaFile(unit, reply.mediaId);
  unit.emit(QuickReplyDeleted, { reply });
}
