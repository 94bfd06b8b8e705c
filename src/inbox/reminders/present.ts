import { type Reader, readerOf } from "#accounts/notifications/index.ts";
import { canSee, ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ReminderAnswer } from "./contract.ts";
import * as sql from "./reminders.sql.ts";

/** Presents a reminder to its user, without a ticket that the user may no longer see. */
export function presentReminder(tenant: Tenant, reader: Reader, row: sql.NamedReminder): ReminderAnswer {
  const ticket = row.ticketId === null ? undefined : ticketById(tenant.db, row.ticketId);
  const isVisible = ticket !== undefined && canSee(reader, ticket);
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    note: row.note,
    doneAt: row.doneAt === null ? null : new Date(row.doneAt).toISOString(),
    ticketId: row.ticketId,
    ticket: isVisible ? { id: ticket.id, uuid: ticket.uuid, contactName: row.contactName ?? "" } : null,
  };
}

/** The reminder as its user sees it now; undefined when the reminder or the user no longer exists. */
export function findReminder(tenant: Tenant, userId: number, id: number): ReminderAnswer | undefined {
  const reader = readerOf(tenant, userId);
  const row = queryOne(tenant.db, sql.named, { id });
  return reader && row && presentReminder(tenant, reader, row);
}
