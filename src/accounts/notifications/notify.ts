import type { NotificationKind } from "#accounts/users/contract.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { announceDeleted } from "./announce-deleted.ts";
import { NotificationsCreated, NotificationsWithdrawn } from "./events.ts";
import { KEPT_MS, NOTIFICATION_RETENTION } from "./job.ts";
import * as sql from "./notifications.sql.ts";
import type { NotificationRow } from "./schema.ts";

export interface Notification {
  readonly kind: NotificationKind;
  readonly ticketId: number | null;
  /** Id of the note, reminder, rule, run or file that it is about. */
  readonly subjectId?: number;
  /** The user who caused it, who is never notified; absent = the product. */
  readonly by?: number;
  /** Further ids, codes and numbers; never words of customers or notes. */
  readonly details?: Readonly<Record<string, number | string | boolean>>;
}

/**
 * Notifies these users, each once, within the caller's transaction (docs/rules/notifications.md#kinds). The caller checks
 * that they may see the ticket. Deleted users are left out.
 */
export function notify(unit: TenantUnit, userIds: Iterable<number>, what: Notification): void {
  const notifications: NotificationRow[] = [];
  for (const userId of new Set(userIds)) {
    if (userId === what.by) continue;
    const row = queryOne(unit.db, sql.insert, {
      userId,
      kind: what.kind,
      ticketId: what.ticketId,
      subjectId: what.subjectId ?? null,
      byUserId: what.by ?? null,
      details: JSON.stringify(what.details ?? {}),
      now: unit.now,
    });
    if (row) notifications.push(row);
  }
  if (notifications.length === 0) return;
  unit.scheduleWake(NOTIFICATION_RETENTION, unit.now + KEPT_MS);
  unit.emit(NotificationsCreated, { notifications });
}

/** Deletes the unread notifications of these users about one subject, because their reason has ended. */
export function withdrawNotifications(
  unit: TenantUnit,
  userIds: Iterable<number>,
  subject: { readonly kind: NotificationKind; readonly ticketId: number | null; readonly subjectId: number },
): void {
  for (const userId of new Set(userIds)) {
    const ids = queryAll(unit.db, sql.withdraw, { ...subject, userId }).map(({ id }) => id);
    if (ids.length > 0) unit.emit(NotificationsWithdrawn, { userId, ids });
  }
}

/** Deletes all notifications about a ticket that is deleted; the pages of their users forget them. */
export const forgetTicket = (unit: TenantUnit, ticketId: number): void =>
  announceDeleted(unit, queryAll(unit.db, sql.deleteOfTicket, { ticketId }));

/** Deletes all notifications of a user. */
export const forgetNotifications = (unit: TenantUnit, userId: number): void =>
  void execute(unit.db, sql.deleteOfUser, { userId });
