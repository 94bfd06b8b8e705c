import { asc, eq } from "drizzle-orm";
import { setting } from "#accounts/settings/index.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import { PresencePort } from "#accounts/users/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { AppError, invalidFields, limitReached, notFound } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import {
  type CreatePauseReasonBody,
  MAX_PAUSE_REASONS,
  type PauseReasonAnswer,
  type UpdatePauseReasonBody,
} from "./contract.ts";
import { type PauseReason, pauseReason } from "./schema.ts";
import * as sql from "./spans.sql.ts";

/** All reasons by name, inactive ones included. */
export const allReasons = (db: Db): readonly PauseReason[] =>
  db.select().from(pauseReason).orderBy(asc(pauseReason.name)).all();

export const presentReason = ({ id, name, active }: PauseReason): PauseReasonAnswer => ({ id, name, active });

/** The name of a reason; undefined for a deleted one. */
export const nameOf = (db: Db, id: number): string | undefined => find(db, id)?.name;

/**
 * The reason that a new pause gets (docs/rules/work-times.md#pauses); null while working times are not recorded. Throws
 * 400 ERR_VALIDATION for a reason that is not offered, or when one is required.
 */
export function chosenReason(tenant: Tenant, reasonId: number | null): number | null {
  if (!setting(tenant, "trackWorkTime")) return null;
  if (reasonId === null) {
    if (setting(tenant, "pauseReasonRequired") && allReasons(tenant.db).some(({ active }) => active))
      throw invalidFields({ reasonId: "required" });
    return null;
  }
  if (!find(tenant.db, reasonId)?.active) throw invalidFields({ reasonId: "invalid" });
  return reasonId;
}

/** `POST /pause-reasons`: admins. Throws 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED. */
export function createReason({ tenant }: UserCtx, { name }: CreatePauseReasonBody): PauseReason {
  return tenant.write((unit) => {
    if (allReasons(unit.db).length >= MAX_PAUSE_REASONS)
      throw limitReached("pauseReasons", MAX_PAUSE_REASONS);
    return refusing(() => unit.db.insert(pauseReason).values({ name }).returning().get());
  });
}

/** `PUT /pause-reasons/{id}`: admins. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE. */
export function updateReason({ tenant }: UserCtx, id: number, body: UpdatePauseReasonBody): PauseReason {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const { name = before.name, active = before.active } = body;
    refusing(() => unit.db.update(pauseReason).set({ name, active }).where(eq(pauseReason.id, id)).run());
    if (name !== before.name) announcePausedWith(tenant, id);
    return existing(unit.db, id);
  });
}

/** `DELETE /pause-reasons/{id}`: admins; its pauses stay, without a reason. Throws 404 ERR_NOT_FOUND. */
export function deleteReason({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    existing(unit.db, id);
    announcePausedWith(tenant, id);
    unit.db.delete(pauseReason).where(eq(pauseReason.id, id)).run();
  });
}

/** Pages show the reason of a current pause. */
function announcePausedWith(tenant: Tenant, reasonId: number): void {
  const presence = tenant.installation.ports.use(PresencePort);
  tenant.write((unit) => {
    for (const { id: userId } of queryAll(unit.db, sql.pausedWith, { reasonId }))
      unit.emit(UserPresenceChanged, { userId, online: presence.isOnline(tenant.id, userId), away: true });
  });
}

const find = (db: Db, id: number): PauseReason | undefined =>
  db.select().from(pauseReason).where(eq(pauseReason.id, id)).get();

function existing(db: Db, id: number): PauseReason {
  const found = find(db, id);
  if (!found) throw notFound();
  return found;
}

const refusing = <T>(work: () => T): T =>
  refusingTaken(work, { "pause_reason.name": () => new AppError(409, "ERR_NAME_IN_USE") });
