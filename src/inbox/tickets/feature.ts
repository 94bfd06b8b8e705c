import { QueueDeleting } from "#accounts/queues/events.ts";
import { QueueUsesPort } from "#accounts/queues/index.ts";
import { AwakeTicketsPort } from "#accounts/work-times/index.ts";
import { orphanNotices, scheduleOrphanChecks } from "#inbox/tickets/lists/orphans.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { WatchPort } from "#tenants/viewer.ts";
import { broadcastTickets } from "./broadcasts/broadcasts.ts";
import { broadcastNotes } from "./broadcasts/notes.ts";
import { broadcastTicketNotices } from "./broadcasts/notices.ts";
import { handlePresenceFrame, markWatchedTicketsRead, mayWatch } from "./broadcasts/presence.ts";
import { exportTicketsOfContact } from "./contact-export.ts";
import * as sql from "./feature.sql.ts";
import { attendanceCounts } from "./history/count-messages.ts";
import { listenToContacts } from "./listeners/contacts.ts";
import { listenToStaff } from "./listeners/staff.ts";
import { notesAndTagsRoutes } from "./notes-and-tags/routes.ts";
import { nameNotifiedTickets } from "./notified-tickets.ts";
import { listenForParticipants } from "./participants/participants.ts";
import { participantRoutes } from "./participants/routes.ts";
import { broadcastResolutions } from "./resolutions/broadcasts.ts";
import { resolutionRoutes } from "./resolutions/routes.ts";
import { forgetQueue } from "./resolutions/save.ts";
import { ticketRoutes } from "./routes.ts";
import { snoozeRoutes } from "./snooze/routes.ts";
import { snoozeWaking } from "./snooze/snooze.ts";
import { closeSettling } from "./transitions/settle-close.ts";

export const tickets = defineFeature({
  name: "tickets",
  routes: [
    ...snoozeRoutes,
    ...ticketRoutes,
    ...notesAndTagsRoutes,
    ...resolutionRoutes,
    ...participantRoutes,
  ],
  jobs: [orphanNotices, closeSettling, snoozeWaking, attendanceCounts],
  listen(installation) {
    const countOfQueue = (db: Db, queueId: number) => queryOne(db, sql.countOfQueue, { queueId })?.n ?? 0;
    installation.ports.add(QueueUsesPort, "tickets", countOfQueue);
    listenToContacts(installation);
    exportTicketsOfContact(installation);
    listenToStaff(installation);
    scheduleOrphanChecks(installation);
    installation.bus.within(QueueDeleting, (unit, { queueId }) => forgetQueue(unit, queueId));
    broadcastResolutions(installation);
    broadcastTickets(installation);
    broadcastTicketNotices(installation);
    nameNotifiedTickets(installation);
    broadcastNotes(installation);
    listenForParticipants(installation);
    markWatchedTicketsRead(installation);
    installation.ports.plug(WatchPort, mayWatch);
    installation.ports.plug(AwakeTicketsPort, {
      holders: (db) => new Set(queryAll(db, sql.holdersOfAwake).map(({ userId }) => userId)),
    });
  },
  onFrame: handlePresenceFrame,
});
