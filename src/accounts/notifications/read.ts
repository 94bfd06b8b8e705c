import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import type { NotificationReadBody } from "./contract.ts";
import { NotificationsRead } from "./events.ts";
import * as sql from "./notifications.sql.ts";

export const countUnread = ({ db }: Pick<Tenant, "db">, userId: number): number =>
  queryOne(db, sql.countUnread, { userId })?.n ?? 0;

/**
 * `PUT /notifications/read`: marks the caller's notifications as read; ids of others change nothing. Throws 400
 * ERR_VALIDATION when the body names none.
 */
export function readNotifications({ tenant, actor }: UserCtx, body: NotificationReadBody): number {
  if (!body.all && !body.ids) throw invalidFields({ ids: "required" });
  tenant.write((unit) => {
    const userId = actor.id;
    if (body.all) {
      if (execute(unit.db, sql.readAll, { userId, now: unit.now }).changes > 0)
        unit.emit(NotificationsRead, { userId, ids: null });
      return;
    }
    const read = { userId, ids: JSON.stringify(body.ids ?? []), now: unit.now };
    const ids = queryAll(unit.db, sql.readSome, read).map(({ id }) => id);
    if (ids.length > 0) unit.emit(NotificationsRead, { userId, ids });
  });
  return countUnread(tenant, actor.id);
}

/** Opening a ticket reads its notifications (docs/rules/notifications.md#read). */
export function readByOpening(
  { tenants }: Installation,
  { groupId, viewer }: Connected<Viewer>,
  frame: ClientFrame,
): void {
  if (frame.t !== "joinChatBox" || isSupport(viewer)) return;
  const tenant = tenants.open(groupId);
  const unread = queryAll(tenant.db, sql.unreadOfTicket, { userId: viewer.id, ticketId: frame.ticketId });
  if (unread.length > 0) readNotifications({ tenant, actor: viewer }, { ids: unread.map(({ id }) => id) });
}
