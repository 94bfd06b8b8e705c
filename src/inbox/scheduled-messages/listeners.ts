import { and, eq, inArray } from "drizzle-orm";
import { ConnectionDeleted } from "#channels/connections/events.ts";
import { finishFailed, finishForGood } from "#inbox/scheduled-messages/sending/finish.ts";
import { TicketDeleting } from "#inbox/tickets/events.ts";
import { ContactDeleting, ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ScheduledMessageUpdated } from "./events.ts";
import { removeScheduledMessage } from "./remove.ts";
import * as sql from "./scheduled-messages.sql.ts";
import { scheduledMessage as row } from "./schema.ts";
import { changeScheduledMessage } from "./store.ts";

/** Key of the scheduled messages in the record of a merge. */
const TABLE = "scheduled_message";

const rowsOf = (db: Db, contactId: number) => db.select().from(row).where(eq(row.contactId, contactId)).all();
const announceUpdated = (unit: TenantUnit, ids: readonly number[]) => {
  for (const id of ids) unit.emit(ScheduledMessageUpdated, { scheduledMessageId: id });
};

/** Changes scheduled messages when a connection, contact or ticket is deleted, and when contacts are merged. */
export function listenToOthers({ bus }: Installation): void {
  bus.within(ConnectionDeleted, (unit, { connectionId }) => {
    const waiting = and(eq(row.connectionId, connectionId), eq(row.status, "pending"));
    for (const found of unit.db.select().from(row).where(waiting).all())
      finishForGood(unit, found, "ERR_NO_WAPP_FOUND");
  });

  bus.within(ContactMerging, (unit, { survivor, loser, moved }) => {
    const ids = queryAll(unit.db, sql.moveToContact, { contactId: survivor.id, id: loser.id }).map(
      ({ id }) => id,
    );
    moved.add(TABLE, ids);
    announceUpdated(unit, ids);
  });
  bus.within(ContactUnmerging, (unit, { survivorId, contact, moved }) => {
    const moving = JSON.stringify(moved.of(TABLE));
    announceUpdated(
      unit,
      queryAll(unit.db, sql.moveBack, { contactId: contact.id, survivorId, ids: moving }).map(({ id }) => id),
    );
  });

  bus.within(ContactDeleting, (unit, { contact }) => {
    for (const found of rowsOf(unit.db, contact.id)) removeScheduledMessage(unit, found);
  });

  bus.within(TicketDeleting, (unit, { ticket }) => {
    const written = and(eq(row.ticketId, ticket.id), inArray(row.status, ["queued", "failed"]));
    for (const found of unit.db.select().from(row).where(written).all()) {
      // The message was deleted together with its ticket, possibly while it was being sent.
      changeScheduledMessage(unit, found.id, { outboxId: null, ticketId: null });
      if (found.status === "queued") finishFailed(unit, { ...found, ticketId: null }, "ERR_NO_TICKET_FOUND");
    }
  });
}
