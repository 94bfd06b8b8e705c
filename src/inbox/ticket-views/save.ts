import { eq } from "drizzle-orm";
import { findQueue } from "#accounts/queues/index.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { checkConditions } from "#inbox/conditions/index.ts";
import type { TicketSort } from "#inbox/tickets/contract.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError, invalidFields, limitReached, noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { scopeOfConditions } from "./built-in/contract.ts";
import { MAX_PERSONAL_VIEWS, MAX_SHARED_VIEWS, type UpdateViewBody, type ViewBody } from "./contract.ts";
import { ViewDeleted, ViewSaved } from "./events.ts";
import { canSee, canWrite } from "./policy.ts";
import { viewById, viewsFor } from "./queries.ts";
import { type TicketView, ticketView } from "./schema.ts";

/**
 * `POST /ticket-views`: users create their own views, admins also shared ones; the new view becomes the last one. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function createView(ctx: UserCtx, { shared, ...body }: ViewBody): TicketView {
  const { tenant, actor } = ctx;
  const ownerId = shared ? null : actor.id;
  if (!canWrite(actor, ownerId)) throw noPermission();
  return tenant.write((unit) => {
    const others = viewsFor(unit.db, actor.id).filter((view) => view.ownerId === ownerId);
    const limit = shared ? MAX_SHARED_VIEWS : MAX_PERSONAL_VIEWS;
    if (others.length >= limit) throw limitReached("views", limit);
    const queueIds = shared ? body.queueIds : [];
    check(unit, body.conditions, body.sort, queueIds);
    const position = Math.max(0, ...others.map((other) => other.position)) + 1;
    const times = { createdAt: unit.now, updatedAt: unit.now };
    const { id } = named(() =>
      unit.db
        .insert(ticketView)
        .values({ ...body, ownerId, queueIds, position, ...times })
        .returning({ id: ticketView.id })
        .get(),
    );
    return saved(unit, null, id);
  });
}

/**
 * `PUT /ticket-views/{id}`; absent keys keep their value, a new position moves the others. Throws 404 ERR_NOT_FOUND,
 * 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE.
 */
export function updateView(ctx: UserCtx, id: number, { position, ...body }: UpdateViewBody): TicketView {
  return ctx.tenant.write((unit) => {
    const before = writable(ctx, unit.db, id);
    const {
      name = before.name,
      icon = before.icon,
      conditions = before.conditions,
      sort = before.sort,
    } = body;
    const queueIds = before.ownerId === null ? (body.queueIds ?? before.queueIds) : [];
    if (body.conditions || body.sort || body.queueIds) check(unit, conditions, sort, queueIds);
    named(() =>
      unit.db
        .update(ticketView)
        .set({ name, icon, conditions, sort, queueIds, updatedAt: unit.now })
        .where(eq(ticketView.id, id))
        .run(),
    );
    if (position !== undefined) move(unit, ctx.actor.id, before, position);
    return saved(unit, before, id);
  });
}

function move(unit: TenantUnit, userId: number, moved: TicketView, position: number): void {
  const order = viewsFor(unit.db, userId).filter(
    (view) => view.ownerId === moved.ownerId && view.id !== moved.id,
  );
  order.splice(position - 1, 0, moved);
  order.forEach((view, index) => {
    if (view.position === index + 1) return;
    unit.db
      .update(ticketView)
      .set({ position: index + 1 })
      .where(eq(ticketView.id, view.id))
      .run();
    if (view.id !== moved.id) saved(unit, view, view.id);
  });
}

/** `DELETE /ticket-views/{id}`. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export function deleteView(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const view = writable(ctx, unit.db, id);
    unit.db.delete(ticketView).where(eq(ticketView.id, id)).run();
    unit.emit(ViewDeleted, { view });
  });
}

/** Emits the change; returns the row as stored now. */
export function saved(unit: TenantUnit, before: TicketView | null, id: number): TicketView {
  const after = viewById(unit.db, id);
  if (!after) throw new Error("the row that was just written is missing");
  unit.emit(ViewSaved, { before, after });
  return after;
}

function writable({ actor }: UserCtx, db: Db, id: number): TicketView {
  const view = viewById(db, id);
  if (!view || !canSee(actor, view)) throw notFound();
  if (!canWrite(actor, view.ownerId)) throw noPermission();
  return view;
}

function check(
  unit: TenantUnit,
  conditions: Conditions,
  sort: TicketSort,
  queueIds: readonly number[],
): void {
  checkConditions(unit.tenant, "view", conditions);
  if (!scopeOfConditions(conditions).sorts.includes(sort)) throw invalidFields({ sort: "invalid" });
  if (!queueIds.every((id) => findQueue(unit.db, id))) throw invalidFields({ queueIds: "invalid" });
}

const named = <T>(work: () => T): T =>
  refusingTaken(work, { ticket_view_name: () => new AppError(409, "ERR_NAME_IN_USE") });
