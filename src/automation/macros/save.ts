import { eq } from "drizzle-orm";
import { findQueue } from "#accounts/queues/index.ts";
import { checkActions, keepActionFiles } from "#automation/ticket-actions/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { invalidFields, limitReached, noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { MAX_PERSONAL_MACROS, MAX_SHARED_MACROS, type MacroBody, type UpdateMacroBody } from "./contract.ts";
import { nameInUse } from "./errors.ts";
import { MacroDeleted, MacroSaved } from "./events.ts";
import { canWrite } from "./policy.ts";
import { everyMacro, macroById, macrosFor, visibleMacro } from "./queries.ts";
import { type Macro, macro } from "./schema.ts";

/**
 * `POST /macros`: everyone their own, admins shared ones. Throws 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION, 400
 * ERR_UNKNOWN_VARIABLE, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function createMacro(ctx: UserCtx, { shared, ...body }: MacroBody): Macro {
  const { tenant, actor } = ctx;
  const ownerId = shared ? null : actor.id;
  if (!canWrite(actor, ownerId)) throw noPermission();
  return tenant.write((unit) => {
    const others = macrosFor(unit.db, actor.id).filter((one) => one.ownerId === ownerId);
    const limit = shared ? MAX_SHARED_MACROS : MAX_PERSONAL_MACROS;
    if (others.length >= limit) throw limitReached("macros", limit);
    const queueIds = shared ? body.queueIds : [];
    check(ctx, unit, { ownerId, queueIds, actions: body.actions });
    const times = { createdAt: unit.now, updatedAt: unit.now };
    const { id } = named(() =>
      unit.db
        .insert(macro)
        .values({ ...body, ownerId, queueIds, ...times })
        .returning({ id: macro.id })
        .get(),
    );
    keepActionFiles(unit, "macro", id, body.actions, actor.id);
    return saved(unit, null, id);
  });
}

/**
 * `PUT /macros/{id}`; absent keys keep their value. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 400
 * ERR_VALIDATION, 400 ERR_UNKNOWN_VARIABLE, 409 ERR_NAME_IN_USE.
 */
export function updateMacro(ctx: UserCtx, id: number, body: UpdateMacroBody): Macro {
  return ctx.tenant.write((unit) => {
    const before = writable(ctx, id);
    const { ownerId } = before;
    const next = {
      name: body.name ?? before.name,
      description: body.description ?? before.description,
      queueIds: ownerId === null ? (body.queueIds ?? before.queueIds) : [],
      actions: body.actions ?? before.actions,
      digit: body.digit === undefined ? before.digit : body.digit,
      active: body.active ?? before.active,
    };
    if (body.actions || body.queueIds) check(ctx, unit, { ownerId, ...next });
    // A macro without actions cannot be active.
    if (next.actions.length === 0 && body.active) throw invalidFields({ actions: "required" });
    named(() =>
      unit.db
        .update(macro)
        .set({ ...next, updatedAt: unit.now })
        .where(eq(macro.id, id))
        .run(),
    );
    if (body.actions) keepActionFiles(unit, "macro", id, body.actions, ctx.actor.id);
    return saved(unit, before, id);
  });
}

/** `DELETE /macros/{id}`, with its files. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export const deleteMacro = (ctx: UserCtx, id: number): void =>
  ctx.tenant.write((unit) => removeMacro(unit, writable(ctx, id)));

export function removeMacro(unit: TenantUnit, gone: Macro): void {
  keepActionFiles(unit, "macro", gone.id, [], null);
  unit.db.delete(macro).where(eq(macro.id, gone.id)).run();
  unit.emit(MacroDeleted, { macro: gone });
}

/** Changes a macro without checks, after something that it named was deleted. */
export function changeMacro(unit: TenantUnit, before: Macro, changes: Partial<Macro>): void {
  unit.db
    .update(macro)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(macro.id, before.id))
    .run();
  saved(unit, before, before.id);
}

/**
 * Emits the change and returns the stored row. When the macro got a shortcut digit, it is removed from other macros
 * that the same users see.
 */
function saved(unit: TenantUnit, before: Macro | null, id: number): Macro {
  const after = macroById(unit.db, id);
  if (!after) throw new Error("the row that was just written is missing");
  unit.emit(MacroSaved, { before, after });
  if (after.digit !== null && (before === null || before.digit !== after.digit))
    for (const other of everyMacro(unit.db))
      if (other.id !== id && other.digit === after.digit && isSameScope(other, after))
        changeMacro(unit, other, { digit: null });
  return after;
}

const isSameScope = (a: Macro, b: Macro): boolean =>
  a.ownerId === b.ownerId &&
  (a.queueIds.length === 0 || b.queueIds.length === 0 || a.queueIds.some((id) => b.queueIds.includes(id)));

function writable(ctx: UserCtx, id: number): Macro {
  const found = visibleMacro(ctx, id);
  if (!canWrite(ctx.actor, found.ownerId)) throw noPermission();
  return found;
}

function check(
  ctx: UserCtx,
  unit: TenantUnit,
  { ownerId, queueIds, actions }: Pick<Macro, "ownerId" | "queueIds" | "actions">,
): void {
  if (!queueIds.every((id) => findQueue(unit.db, id))) throw invalidFields({ queueIds: "invalid" });
  checkActions(ctx, actions, ownerId === null);
}

const named = <T>(work: () => T): T => refusingTaken(work, { macro_name: nameInUse });
