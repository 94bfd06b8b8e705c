import { eq, inArray } from "drizzle-orm";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { existing } from "./definitions.ts";
import { FieldDeleted, FieldDeleting, FieldUpdated } from "./events.ts";
import { dropFields } from "./queries.ts";
import { field, fieldValue } from "./schema.ts";

/** Values deleted in one transaction: about 5 ms. */
const STEP = 1000;

/**
 * `DELETE /fields/{id}`: admins; its values are deleted with it, in steps so that other requests are not delayed. The
 * first step switches the field off, so an interrupted deletion leaves an inactive field. Throws 404 ERR_NOT_FOUND, 409
 * ERR_IN_USE.
 */
export async function deleteField({ tenant }: UserCtx, id: number): Promise<void> {
  tenant.base.write((unit) => {
    existing(unit.db, id);
    unit.emit(FieldDeleting, { fieldId: id });
    dropFields(unit);
    unit.db.update(field).set({ active: false, updatedAt: unit.now }).where(eq(field.id, id)).run();
    unit.emit(FieldUpdated, { fieldId: id });
  });
  const release = tenant.keepOpen();
  try {
    while (tenant.base.write((unit) => deleteSome(unit.db, id))) await yieldToEventLoop(tenant);
    tenant.write((unit) => {
      existing(unit.db, id);
      unit.emit(FieldDeleting, { fieldId: id });
      dropFields(unit);
      unit.db.delete(field).where(eq(field.id, id)).run();
      unit.emit(FieldDeleted, { fieldId: id });
    });
  } finally {
    release();
  }
}

/** Returns whether values may be left. */
function deleteSome(db: Parameters<typeof existing>[0], fieldId: number): boolean {
  const some = db
    .select({ id: fieldValue.id })
    .from(fieldValue)
    .where(eq(fieldValue.fieldId, fieldId))
    .limit(STEP)
    .all()
    .map((row) => row.id);
  if (some.length > 0) db.delete(fieldValue).where(inArray(fieldValue.id, some)).run();
  return some.length === STEP;
}
