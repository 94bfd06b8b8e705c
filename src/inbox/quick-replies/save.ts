import { eq } from "drizzle-orm";
import { checkVariables } from "#accounts/settings/index.ts";
import { ConditionUsersPort, refuseWhileUsed } from "#inbox/conditions/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { writableQuickReply } from "./access.ts";
import type { QuickReplyBody, UpdateQuickReplyBody } from "./contract.ts";
import { shortcodeInUse } from "./errors.ts";
import { QuickReplySaved } from "./events.ts";
import { findQuickReply } from "./queries.ts";
import { type QuickReply, quickReply } from "./schema.ts";

/**
 * Creates a quick reply: every user their own, admins also shared ones. Throws 403 ERR_NO_PERMISSION, 409
 * ERR_NAME_IN_USE.
 */
export function createQuickReply({ tenant, actor }: UserCtx, fields: QuickReplyBody): QuickReply {
  const shared = fields.geral ?? false;
  if (shared && !isAdmin(actor)) throw noPermission();
  checkVariables(tenant, { message: fields.message });
  return tenant.write((unit) => {
    const { id } = ownName(() =>
      unit.db
        .insert(quickReply)
        .values({
          shortcode: fields.shortcode,
          message: fields.message ?? "",
          shared,
          active: fields.status ?? true,
          userId: actor.id,
          createdAt: unit.now,
          updatedAt: unit.now,
        })
        .returning({ id: quickReply.id })
        .get(),
    );
    return saved(unit, null, id);
  });
}

/**
 * Changes a quick reply; an absent field does not change its value. A quick reply that an admin unshares becomes the
 * admin's own. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_NAME_IN_USE.
 */
export function updateQuickReply(ctx: UserCtx, id: number, fields: UpdateQuickReplyBody): QuickReply {
  const { actor } = ctx;
  return ctx.tenant.write((unit) => {
    const before = writableQuickReply(ctx, id, unit.db);
    const shared = fields.geral ?? before.shared;
    if (shared && !isAdmin(actor)) throw noPermission();
    checkVariables(ctx.tenant, { message: fields.message });
    const changes = {
      shortcode: fields.shortcode ?? before.shortcode,
      message: fields.message ?? before.message,
      active: fields.status ?? before.active,
      shared,
      userId: before.shared && !shared ? actor.id : before.userId,
      updatedAt: unit.now,
    };
    if (before.shared && !shared) {
      const users = ctx.tenant.installation.ports.find(ConditionUsersPort)?.values() ?? [];
      refuseWhileUsed(users, unit, { kind: "quick_reply", id });
    }
    ownName(() => unit.db.update(quickReply).set(changes).where(eq(quickReply.id, id)).run());
    return saved(unit, before, id);
  });
}

/** Emits the change; returns the row as stored now. */
export function saved(unit: TenantUnit, before: QuickReply | null, id: number): QuickReply {
  const after = findQuickReply(unit.db, id);
  if (!after) throw new Error("the row that was just written is missing");
  unit.emit(QuickReplySaved, { before, after });
  return after;
}

const ownName = <T>(work: () => T): T => refusingTaken(work, { "quick_reply.shortcode": shortcodeInUse });
