import { defineFeature } from "#tenants/feature.ts";
import { broadcastLists } from "./broadcasts.ts";
import { ListUsePort, unused } from "./list-use-port.ts";
import { listenForContacts } from "./listeners.ts";
import { checkJob, listenForConnections } from "./number-check/check-job.ts";
import { contactListRoutes } from "./routes.ts";
import { sweepJob } from "./sweep.ts";
import { registerListImport } from "./transfer/fill.ts";

export const contactLists = defineFeature({
  name: "contact-lists",
  routes: contactListRoutes,
  jobs: [checkJob, sweepJob],
  listen(installation) {
    installation.ports.plug(ListUsePort, unused);
    registerListImport(installation);
    listenForConnections(installation);
    listenForContacts(installation);
    broadcastLists(installation);
  },
});
