import { ReminderNotesPort } from "#accounts/notifications/index.ts";
import { TicketDeleting } from "#inbox/tickets/events.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastReminders } from "./broadcasts.ts";
import { dueReminders, forgetRemindersOfTicket } from "./due.ts";
import * as sql from "./reminders.sql.ts";
import { reminderRoutes } from "./routes.ts";

/** Reminders that users set themselves (docs/rules/reminders.md). */
export const reminders = defineFeature({
  name: "reminders",
  routes: reminderRoutes,
  jobs: [dueReminders],
  listen(installation) {
    broadcastReminders(installation);
    installation.bus.within(TicketDeleting, (unit, { ticket }) => forgetRemindersOfTicket(unit, ticket.id));
    installation.ports.plug(ReminderNotesPort, ({ db }, userId, ids) => {
      const rows = queryAll(db, sql.notesOf, { userId, ids: JSON.stringify(ids) });
      return new Map(rows.map(({ id, note }) => [id, note]));
    });
  },
});
