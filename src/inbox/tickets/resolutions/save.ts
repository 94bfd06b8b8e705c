import { eq, sql } from "drizzle-orm";
import { findQueue } from "#accounts/queues/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError, invalidFields, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { type CreateResolutionBody, MAX_RESOLUTIONS, type UpdateResolutionBody } from "./contract.ts";
import { ResolutionCreated, ResolutionDeleted, ResolutionDeleting, ResolutionUpdated } from "./events.ts";
import { allResolutions, resolutionById } from "./queries.ts";
import { type Resolution, resolution } from "./schema.ts";

/**
 * `POST /resolutions`: admins; it becomes the last one. Throws 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409
 * ERR_LIMIT_REACHED.
 */
export function createResolution({ tenant }: UserCtx, body: CreateResolutionBody): Resolution {
  return tenant.write((unit) => {
    const others = allResolutions(unit.db);
    if (others.length >= MAX_RESOLUTIONS)
      throw new AppError(409, "ERR_LIMIT_REACHED", { resource: "resolutions", limit: MAX_RESOLUTIONS });
    checkQueues(unit.db, body.queueIds);
    const position = Math.max(0, ...others.map((other) => other.position)) + 1;
    const times = { createdAt: unit.now, updatedAt: unit.now };
    const { id } = refusing(() =>
      unit.db
        .insert(resolution)
        .values({ ...body, position, ...times })
        .returning({ id: resolution.id })
        .get(),
    );
    unit.emit(ResolutionCreated, { resolutionId: id });
    return existing(unit.db, id);
  });
}

/**
 * `PUT /resolutions/{id}`: admins; a new position moves the others. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 409
 * ERR_NAME_IN_USE.
 */
export function updateResolution({ tenant }: UserCtx, id: number, body: UpdateResolutionBody): Resolution {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const { name = before.name, queueIds = before.queueIds, active = before.active, position } = body;
    checkQueues(unit.db, queueIds);
    refusing(() =>
      unit.db
        .update(resolution)
        .set({ name, queueIds, active, updatedAt: unit.now })
        .where(eq(resolution.id, id))
        .run(),
    );
    unit.emit(ResolutionUpdated, { resolutionId: id });
    if (position !== undefined) move(unit, id, position);
    return existing(unit.db, id);
  });
}

function move(unit: TenantUnit, id: number, position: number): void {
  const order = allResolutions(unit.db).filter((other) => other.id !== id);
  const moved = existing(unit.db, id);
  order.splice(position - 1, 0, moved);
  order.forEach((row, index) => {
    if (row.position === index + 1) return;
    unit.db
      .update(resolution)
      .set({ position: index + 1 })
      .where(eq(resolution.id, row.id))
      .run();
    unit.emit(ResolutionUpdated, { resolutionId: row.id });
  });
}

/** `DELETE /resolutions/{id}`: admins; closed tickets lose it. Throws 404 ERR_NOT_FOUND, 409 ERR_IN_USE. */
export function deleteResolution({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    existing(unit.db, id);
    unit.emit(ResolutionDeleting, { resolutionId: id });
    unit.db.delete(resolution).where(eq(resolution.id, id)).run();
    unit.emit(ResolutionDeleted, { resolutionId: id });
  });
}

/** Removes a deleted queue from the resolutions that are limited to it. A resolution without remaining queues becomes inactive. */
export function forgetQueue(unit: TenantUnit, queueId: number): void {
  const using = unit.db
    .select()
    .from(resolution)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${resolution.queueIds}) WHERE value = ${queueId})`)
    .all();
  for (const { id, queueIds, active } of using) {
    const left = queueIds.filter((other) => other !== queueId);
    unit.db
      .update(resolution)
      .set({ queueIds: left, active: active && left.length > 0, updatedAt: unit.now })
      .where(eq(resolution.id, id))
      .run();
    unit.emit(ResolutionUpdated, { resolutionId: id });
  }
}

function checkQueues(db: Db, queueIds: readonly number[]): void {
  if (!queueIds.every((id) => findQueue(db, id))) throw invalidFields({ queueIds: "invalid" });
}

function existing(db: Db, id: number): Resolution {
  const found = resolutionById(db, id);
  if (!found) throw notFound();
  return found;
}

const refusing = <T>(work: () => T): T =>
  refusingTaken(work, { "resolution.name": () => new AppError(409, "ERR_NAME_IN_USE") });
