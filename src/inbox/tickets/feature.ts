import { orphanNotices, watchOrphans } from "#inbox/tickets/lists/orphans.ts";
import { defineFeature } from "#tenants/feature.ts";
import { WatchPort } from "#tenants/viewer.ts";
import { asideRoutes } from "./aside-routes.ts";
import { followContacts } from "./contact-changes.ts";
import { exportTicketsOfContact } from "./contact-export.ts";
import { deliverTickets } from "./deliveries.ts";
import { ticketRoutes } from "./routes.ts";
import { closeSettling } from "./settle-close.ts";
import { followStaff } from "./staff-changes.ts";
import { hearWatchers, mayWatch, readWhatIsWatched } from "./watch.ts";

export const tickets = defineFeature({
  name: "tickets",
  routes: [...ticketRoutes, ...asideRoutes],
  jobs: [orphanNotices, closeSettling],
  listen(installation) {
    followContacts(installation);
    exportTicketsOfContact(installation);
    followStaff(installation);
    watchOrphans(installation);
    deliverTickets(installation);
    readWhatIsWatched(installation);
    installation.ports.plug(WatchPort, mayWatch);
  },
  onFrame: hearWatchers,
});
