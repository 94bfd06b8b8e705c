import { eq } from "drizzle-orm";
import { checkVariables } from "#accounts/settings/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { ConditionUsersPort, releaseReference } from "#inbox/conditions/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { invalidFields, limitReached, noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import {
  type FollowUpBody,
  type FollowUpStepBody,
  MAX_PERSONAL_FOLLOW_UPS,
  MAX_SHARED_FOLLOW_UPS,
  type UpdateFollowUpBody,
} from "./contract.ts";
import { nameInUse } from "./errors.ts";
import { FollowUpDeleted, FollowUpSaved } from "./events.ts";
import { canSee, canWrite } from "./policy.ts";
import { followUpById, followUpsFor } from "./queries.ts";
import { type FollowUp, followUp, type Step } from "./schema.ts";

/**
 * `POST /follow-ups`: users create personal follow-ups, admins also shared ones (docs/rules/follow-ups.md#rights). Throws 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 400 ERR_UNKNOWN_VARIABLE, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function createFollowUp(
  ctx: UserCtx,
  { shared, name, steps, ending, onlyInHours }: FollowUpBody,
): FollowUp {
  const { tenant, actor } = ctx;
  const ownerId = shared ? null : actor.id;
  if (!canWrite(actor, ownerId)) throw noPermission();
  return tenant.write((unit) => {
    const others = followUpsFor(unit.db, actor.id).filter((other) => other.ownerId === ownerId);
    const limit = shared ? MAX_SHARED_FOLLOW_UPS : MAX_PERSONAL_FOLLOW_UPS;
    if (others.length >= limit) throw limitReached("followUps", limit);
    const times = { createdAt: unit.now, updatedAt: unit.now };
    const row = { name, ownerId, steps: stored(unit, steps, []), ending, onlyInHours, ...times };
    const { id } = named(() => unit.db.insert(followUp).values(row).returning({ id: followUp.id }).get());
    return saved(unit, null, id);
  });
}

/**
 * `PUT /follow-ups/{id}`; absent keys keep their value, and runs keep the steps with which they began. Throws 404 ERR_NOT_FOUND, and
 * the errors of `createFollowUp`.
 */
export function updateFollowUp(ctx: UserCtx, id: number, body: UpdateFollowUpBody): FollowUp {
  return ctx.tenant.write((unit) => {
    const before = writableFollowUp(ctx, unit.db, id);
    const { name = before.name, ending = before.ending, onlyInHours = before.onlyInHours } = body;
    const steps = body.steps ? stored(unit, body.steps, filesOf(before.steps)) : before.steps;
    named(() => change(unit, id, { name, ending, onlyInHours, steps }));
    const kept = filesOf(steps);
    for (const fileId of filesOf(before.steps)) if (!kept.includes(fileId)) removeMediaFile(unit, fileId);
    return saved(unit, before, id);
  });
}

/**
 * `DELETE /follow-ups/{id}`: its runs continue with their copies. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 409
 * ERR_IN_USE while a rule or a shared macro uses it.
 */
export function deleteFollowUp(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const row = writableFollowUp(ctx, unit.db, id);
    const users = ctx.tenant.installation.ports.use(ConditionUsersPort);
    releaseReference(users.values(), unit, { kind: "follow_up", id });
    remove(unit, row);
  });
}

/** Deletes the personal follow-ups of a deleted user. */
export function forgetUser(unit: TenantUnit, userId: number): void {
  for (const row of followUpsFor(unit.db, userId)) if (row.ownerId === userId) remove(unit, row);
}

/** Throws 404 ERR_NOT_FOUND when it does not exist or belongs to another user. */
export function visibleFollowUp({ actor }: UserCtx, db: Db, id: number): FollowUp {
  const row = followUpById(db, id);
  if (!row || !canSee(actor, row.ownerId)) throw notFound();
  return row;
}

/** Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export function writableFollowUp(ctx: UserCtx, db: Db, id: number): FollowUp {
  const row = visibleFollowUp(ctx, db, id);
  if (!canWrite(ctx.actor, row.ownerId)) throw noPermission();
  return row;
}

/** Writes the columns; the caller emits the change by `saved`. */
export const change = (unit: TenantUnit, id: number, changes: Partial<FollowUp>): void =>
  void unit.db
    .update(followUp)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(followUp.id, id))
    .run();

/** Emits the change; returns the row as stored now. */
export function saved(unit: TenantUnit, before: FollowUp | null, id: number): FollowUp {
  const after = followUpById(unit.db, id);
  if (!after) throw new Error("the row that was just written is missing");
  unit.emit(FollowUpSaved, { before, after });
  return after;
}

function remove(unit: TenantUnit, row: FollowUp): void {
  unit.db.delete(followUp).where(eq(followUp.id, row.id)).run();
  for (const fileId of filesOf(row.steps)) removeMediaFile(unit, fileId);
  unit.emit(FollowUpDeleted, { followUp: row });
}

/** The files of the steps. */
export const filesOf = (steps: readonly Step[]): number[] => steps.flatMap(({ fileId }) => fileId ?? []);

/** Returns the steps to store. `files`: the existing files of the follow-up; each may belong to one step only. */
function stored(
  { tenant }: TenantUnit,
  steps: readonly FollowUpStepBody[],
  files: readonly number[],
): Step[] {
  const left = new Set(files);
  return steps.map(({ waitMinutes, text, fileId, awaitsFile, template }, index) => {
    if (fileId !== null && !left.delete(fileId))
      throw invalidFields({ [`steps.${index}.fileId`]: "invalid" });
    if (text === "" && fileId === null && !awaitsFile)
      throw invalidFields({ [`steps.${index}.text`]: "required" });
    checkVariables(tenant, { [`steps.${index}.text`]: text });
    if (template) checkVariables(tenant, { [`steps.${index}.template`]: template.parameters.join("\n") });
    return { waitMinutes, text, fileId, template };
  });
}

const named = <T>(work: () => T): T => refusingTaken(work, { follow_up_name: nameInUse });
