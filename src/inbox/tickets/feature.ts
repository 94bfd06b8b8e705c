import { orphanNotices, scheduleOrphanChecks } from "#inbox/tickets/lists/orphans.ts";
import { defineFeature } from "#tenants/feature.ts";
import { WatchPort } from "#tenants/viewer.ts";
import { broadcastTickets } from "./broadcasts/broadcasts.ts";
import { handlePresenceFrame, markWatchedTicketsRead, mayWatch } from "./broadcasts/presence.ts";
import { exportTicketsOfContact } from "./contact-export.ts";
import { listenToContacts } from "./listeners/contacts.ts";
import { listenToStaff } from "./listeners/staff.ts";
import { notesAndTagsRoutes } from "./notes-and-tags/routes.ts";
import { ticketRoutes } from "./routes.ts";
import { closeSettling } from "./transitions/settle-close.ts";

export const tickets = defineFeature({
  name: "tickets",
  routes: [...ticketRoutes, ...notesAndTagsRoutes],
  jobs: [orphanNotices, closeSettling],
  listen(installation) {
    listenToContacts(installation);
    exportTicketsOfContact(installation);
    listenToStaff(installation);
    scheduleOrphanChecks(installation);
    broadcastTickets(installation);
    markWatchedTicketsRead(installation);
    installation.ports.plug(WatchPort, mayWatch);
  },
  onFrame: handlePresenceFrame,
});
