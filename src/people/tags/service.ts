import { eq } from "drizzle-orm";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TagBody, UpdateTagBody } from "./contract.ts";
import { nameInUse, noTag } from "./errors.ts";
import { TagCreated, TagDeleted, TagDeleting, TagUpdated } from "./events.ts";
import { canSetKanban } from "./policy.ts";
import { findTag, type TagView } from "./queries.ts";
import { tag } from "./schema.ts";

/** Every user may create tags. Throws 409 ERR_NAME_IN_USE. */
export function createTag({ tenant, actor }: UserCtx, fields: TagBody): TagView {
  const kanban = canSetKanban(actor) && Boolean(fields.kanban);
  return tenant.write((unit) => {
    const { id } = named(() =>
      unit.db
        .insert(tag)
        .values({
          name: fields.name,
          color: fields.color,
          kanban,
          userId: actor.id,
          createdAt: unit.now,
          updatedAt: unit.now,
        })
        .returning({ id: tag.id })
        .get(),
    );
    unit.emit(TagCreated, { tagId: id });
    return existing(unit.db, id);
  });
}

/**
 * Every user may change tags; absent fields keep their value. Throws 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE.
 */
export function updateTag({ tenant, actor }: UserCtx, id: number, fields: UpdateTagBody): TagView {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const kanban =
      canSetKanban(actor) && fields.kanban !== undefined ? Boolean(fields.kanban) : before.kanban;
    const { name = before.name, color = before.color } = fields;
    named(() =>
      unit.db.update(tag).set({ name, color, kanban, updatedAt: unit.now }).where(eq(tag.id, id)).run(),
    );
    unit.emit(TagUpdated, { tagId: id });
    return existing(unit.db, id);
  });
}

/** Every user may delete tags; tickets lose them. Throws 404 ERR_NOT_FOUND, 409 ERR_IN_USE. */
export function deleteTag({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    existing(unit.db, id);
    unit.emit(TagDeleting, { tagId: id });
    unit.db.delete(tag).where(eq(tag.id, id)).run();
    unit.emit(TagDeleted, { tagId: id });
  });
}

function existing(db: Db, id: number): TagView {
  const found = findTag(db, id);
  if (!found) throw noTag();
  return found;
}

const named = <T>(work: () => T): T => refusingTaken(work, { "tag.name": nameInUse });
