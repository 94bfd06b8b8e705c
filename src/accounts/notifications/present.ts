import { findUser } from "#accounts/users/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, UserActor, UserCtx } from "#tenants/tenant.ts";
import type { NotificationAnswer, NotificationPage, NotifiedTicket } from "./contract.ts";
import * as sql from "./notifications.sql.ts";
import { countUnread } from "./read.ts";
import type { NotificationRow } from "./schema.ts";

/** A user whose permissions decide which tickets are named. */
export type Reader = Pick<UserActor, "id" | "profile" | "queueIds">;

/** The tickets with these ids that the user may see; implemented by the tickets feature. */
export const NotifiedTicketsPort =
  definePort<(tenant: Tenant, reader: Reader, ids: readonly number[]) => ReadonlyMap<number, NotifiedTicket>>(
    "notified-tickets",
  );

/** The notes of these reminders of the user, by id; implemented by the reminders feature. */
export const ReminderNotesPort =
  definePort<(tenant: Tenant, userId: number, ids: readonly number[]) => ReadonlyMap<number, string>>(
    "reminder-notes",
  );

/** A user with current permissions; undefined when deleted. */
export function readerOf(tenant: Tenant, userId: number): Reader | undefined {
  const user = findUser(tenant, userId);
  return user && { id: userId, profile: user.profile, queueIds: user.queues.map(({ id }) => id) };
}

/** `GET /notifications`: a page of the caller's notifications, newest first. */
export function notificationPage(
  { tenant, actor }: UserCtx,
  { pageNumber, onlyUnread }: { readonly pageNumber: number; readonly onlyUnread: boolean },
): NotificationPage {
  const unread = countUnread(tenant, actor.id);
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const rows = queryAll(tenant.db, sql.page, {
    userId: actor.id,
    onlyUnread: onlyUnread ? 1 : 0,
    limit: PAGE_SIZE + 1,
    offset,
  });
  const count = onlyUnread ? unread : (queryOne(tenant.db, sql.count, { userId: actor.id })?.n ?? 0);
  return {
    notifications: presentAll(tenant, actor, rows.slice(0, PAGE_SIZE)),
    count,
    hasMore: rows.length > PAGE_SIZE,
    unread,
  };
}

/** Presents new rows of one user for an event. */
export const presentNew = (
  tenant: Tenant,
  reader: Reader,
  rows: readonly NotificationRow[],
): NotificationAnswer[] =>
  presentAll(
    tenant,
    reader,
    rows.map((row) => ({
      ...row,
      byName:
        row.byUserId === null
          ? null
          : (queryOne(tenant.db, sql.nameOfUser, { id: row.byUserId })?.name ?? null),
    })),
  );

function presentAll(tenant: Tenant, reader: Reader, rows: readonly sql.NamedRow[]): NotificationAnswer[] {
  const ids = [...new Set(rows.flatMap(({ ticketId }) => ticketId ?? []))];
  const tickets =
    ids.length === 0
      ? new Map<number, NotifiedTicket>()
      : tenant.installation.ports.use(NotifiedTicketsPort)(tenant, reader, ids);
  const reminders = rows.flatMap(({ kind, subjectId }) => (kind === "reminder_due" && subjectId) || []);
  const notes =
    reminders.length === 0
      ? new Map<number, string>()
      : tenant.installation.ports.use(ReminderNotesPort)(tenant, reader.id, reminders);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ticketId: row.ticketId,
    ticket: (row.ticketId !== null && tickets.get(row.ticketId)) || null,
    subjectId: row.subjectId,
    by: row.byUserId === null ? null : { id: row.byUserId, name: row.byName ?? "" },
    details: JSON.parse(row.details) as NotificationAnswer["details"],
    ...(row.kind === "reminder_due" && { note: notes.get(row.subjectId ?? 0) ?? "" }),
    createdAt: new Date(row.createdAt).toISOString(),
    readAt: row.readAt === null ? null : new Date(row.readAt).toISOString(),
  }));
}
