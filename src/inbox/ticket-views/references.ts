import { eq } from "drizzle-orm";
import { type ConditionUser, names, withoutReference } from "#inbox/conditions/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ViewDeleted } from "./events.ts";
import { everyView } from "./queries.ts";
import { saved } from "./save.ts";
import { type TicketView, ticketView } from "./schema.ts";

/**
 * Prevents the deletion of objects that a shared view refers to; a personal view loses the reference (docs/rules/conditions.md#references).
 */
export const viewsAsConditionUser: ConditionUser = {
  uses: (unit, reference) =>
    everyView(unit.db)
      .filter(({ ownerId, conditions }) => ownerId === null && names(conditions, reference))
      .map(({ id, name }) => ({ kind: "view", id, name })),
  forget(unit, reference) {
    for (const view of everyView(unit.db)) {
      if (view.ownerId === null || !names(view.conditions, reference)) continue;
      change(unit, view, { conditions: withoutReference(view.conditions, reference) });
    }
  },
};

/** Removes a deleted queue from the shared views that are limited to it. A view without remaining queues is deleted. */
export function forgetQueue(unit: TenantUnit, queueId: number): void {
  for (const view of everyView(unit.db)) {
    if (!view.queueIds.includes(queueId)) continue;
    const queueIds = view.queueIds.filter((id) => id !== queueId);
    if (queueIds.length > 0) change(unit, view, { queueIds });
    else remove(unit, view);
  }
}

/** Deletes the personal views of a deleted user. */
export function forgetUser(unit: TenantUnit, userId: number): void {
  for (const view of everyView(unit.db)) if (view.ownerId === userId) remove(unit, view);
}

function change(unit: TenantUnit, view: TicketView, changes: Partial<TicketView>): void {
  unit.db
    .update(ticketView)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(ticketView.id, view.id))
    .run();
  saved(unit, view, view.id);
}

function remove(unit: TenantUnit, view: TicketView): void {
  unit.db.delete(ticketView).where(eq(ticketView.id, view.id)).run();
  unit.emit(ViewDeleted, { view });
}
