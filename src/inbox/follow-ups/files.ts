import { type MayReadFile, receiveAttachment, removeMediaFile } from "#channels/media/index.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { canSee } from "./policy.ts";
import { ownersOfFile } from "./queries.ts";
import { change, saved, writableFollowUp } from "./save.ts";
import type { FollowUp } from "./schema.ts";

/**
 * `POST /follow-ups/{id}/steps/{step}/media-upload`: sets the file of a step (counted from 1) and removes the previous
 * one. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, and the errors of `receiveAttachment`.
 */
export async function attachFile(
  ctx: UserCtx,
  id: number,
  step: number,
  request: Request,
): Promise<FollowUp> {
  // Permission is checked before the upload is read.
  stepOf(writableFollowUp(ctx, ctx.tenant.db, id), step);
  return receiveAttachment(ctx.tenant, request, (unit, fileId) => put(unit, ctx, { id, step }, fileId));
}

/**
 * `DELETE /follow-ups/{id}/steps/{step}/media-upload`. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 400
 * ERR_VALIDATION for a step without a text.
 */
export function detachFile(ctx: UserCtx, id: number, step: number): FollowUp {
  return ctx.tenant.write((unit) => put(unit, ctx, { id, step }, null));
}

interface Place {
  readonly id: number;
  readonly step: number;
}

function put(unit: TenantUnit, ctx: UserCtx, { id, step }: Place, fileId: number | null): FollowUp {
  const before = writableFollowUp(ctx, unit.db, id);
  const { fileId: earlier, text } = stepOf(before, step);
  if (fileId === null && text === "") throw invalidFields({ [`steps.${step - 1}.text`]: "required" });
  const steps = before.steps.map((one, index) => (index === step - 1 ? { ...one, fileId } : one));
  change(unit, id, { steps });
  if (earlier !== null) removeMediaFile(unit, earlier);
  return saved(unit, before, id);
}

function stepOf({ steps }: FollowUp, step: number) {
  const found = steps[step - 1];
  if (!found) throw notFound();
  return found;
}

/** Users who see a follow-up may read the files of its steps. */
export const mayReadStepFile: MayReadFile = ({ tenant, actor }, fileId) =>
  ownersOfFile(tenant.db, fileId).some((ownerId) => canSee(actor, ownerId));
