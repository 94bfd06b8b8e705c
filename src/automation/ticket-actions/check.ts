import { checkVariables } from "#accounts/settings/index.ts";
import { followUpById } from "#inbox/follow-ups/index.ts";
import { findQuickReply, visibleQuickReply } from "#inbox/quick-replies/index.ts";
import { activeFields, storedForm } from "#people/fields/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError, invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";
import { NAMES } from "./named.sql.ts";

/**
 * Checks a list of actions before it is stored: the objects that they refer to exist, values fit their fields, and the
 * variables of texts are known. `isShared`: other users run the list too, so its quick replies and follow-ups must be
 * shared. Throws 400 ERR_VALIDATION with the places (`actions.2.queueId`), 400 ERR_UNKNOWN_VARIABLE.
 */
export function checkActions(ctx: UserCtx, actions: readonly TicketAction[], isShared: boolean): void {
  const problems: Record<string, "invalid" | "required"> = {};
  for (const [index, action] of actions.entries()) {
    const place = `actions.${index}`;
    for (const [key, problem] of Object.entries(problemsOf(ctx, action, isShared)))
      problems[`${place}.${key}`] = problem;
    if (action.action === "reply")
      checkVariables(ctx.tenant, {
        [`${place}.text`]: action.text,
        [`${place}.parameters`]: action.parameters.join("\n"),
      });
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

type Problems = Record<string, "invalid" | "required">;

function problemsOf(ctx: UserCtx, action: TicketAction, isShared: boolean): Problems {
  const { db } = ctx.tenant;
  const isKnown = (kind: keyof typeof NAMES, id: number | undefined) =>
    id === undefined || queryOne(db, NAMES[kind], { id }) !== undefined;
  const unless = (key: string, isFine: boolean): Problems => (isFine ? {} : { [key]: "invalid" });
  switch (action.action) {
    case "tag_add":
    case "tag_remove":
      return unless(
        "tagIds",
        action.tagIds.every((id) => isKnown("tag", id)),
      );
    case "note":
      return unless(
        "mentions",
        (action.mentions ?? []).every(({ kind, id }) => isKnown(kind, id)),
      );
    case "assign":
      return unless("userId", action.userId === "me" || isKnown("user", action.userId));
    case "transfer":
      return {
        ...unless("queueId", isKnown("queue", action.queueId)),
        ...unless("userId", isKnown("user", action.userId)),
      };
    case "participant_add":
      return unless(
        "userIds",
        action.userIds.every((id) => isKnown("user", id)),
      );
    case "resolve":
      return unless("resolutionId", isKnown("resolution", action.resolutionId));
    case "snooze": {
      const { mode, minutes, opening } = action;
      return mode === "reply" || minutes !== undefined || opening !== undefined
        ? {}
        : { minutes: "required" };
    }
    case "follow_up":
      return unless("followUpId", mayStart(ctx, action.followUpId, isShared));
    case "field_set":
      return fieldProblems(ctx, action);
    case "reply":
      return unless("quickReplyId", maySend(ctx, action.quickReplyId, isShared));
    default:
      return {};
  }
}

const mayStart = (ctx: UserCtx, id: number, isShared: boolean): boolean => {
  const found = followUpById(ctx.tenant.db, id);
  return found !== undefined && (found.ownerId === null || (!isShared && found.ownerId === ctx.actor.id));
};

function fieldProblems(
  { tenant }: UserCtx,
  { key, value }: Extract<TicketAction, { action: "field_set" }>,
): Problems {
  const field = [...activeFields(tenant, "contact"), ...activeFields(tenant, "ticket")].find(
    (one) => one.key === key,
  );
  if (!field) return { key: "invalid" };
  return storedForm(field, value) ? {} : { value: "invalid" };
}

function maySend(ctx: UserCtx, quickReplyId: number | undefined, isShared: boolean): boolean {
  if (quickReplyId === undefined) return true;
  if (isShared) return findQuickReply(ctx.tenant.db, quickReplyId)?.shared === true;
  try {
    return visibleQuickReply(ctx, quickReplyId).id === quickReplyId;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
