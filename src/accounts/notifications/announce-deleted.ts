import type { TenantUnit } from "#tenants/tenant.ts";
import { NotificationsWithdrawn } from "./events.ts";

/** Announces deleted notifications to the pages of their users, which forget them. */
export function announceDeleted(
  unit: TenantUnit,
  gone: readonly { readonly id: number; readonly userId: number }[],
): void {
  for (const [userId, rows] of Map.groupBy(gone, (row) => row.userId))
    unit.emit(NotificationsWithdrawn, { userId, ids: rows.map(({ id }) => id) });
}
