import { defineFeature } from "#tenants/feature.ts";
import { broadcastLists } from "./broadcasts.ts";
import { followContacts } from "./erased-contacts.ts";
import { checkJob, goOnWhenOpen } from "./jobs.ts";
import { takeImports } from "./list-import.ts";
import { ListUsePort, unused } from "./list-use-port.ts";
import { contactListRoutes } from "./routes.ts";
import { sweepJob } from "./sweep.ts";

export const contactLists = defineFeature({
  name: "contact-lists",
  routes: contactListRoutes,
  jobs: [checkJob, sweepJob],
  listen(installation) {
    installation.ports.plug(ListUsePort, unused);
    takeImports(installation);
    goOnWhenOpen(installation);
    followContacts(installation);
    broadcastLists(installation);
  },
});
