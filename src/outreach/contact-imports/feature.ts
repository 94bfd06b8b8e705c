import { defineFeature } from "#tenants/feature.ts";
import { broadcastImports } from "./broadcasts.ts";
import { listenForErasures } from "./listeners.ts";
import { importRoutes } from "./routes.ts";
import { importJob } from "./run/import-job.ts";

export const contactImports = defineFeature({
  name: "contact-imports",
  routes: importRoutes,
  jobs: [importJob],
  listen(installation) {
    broadcastImports(installation);
    listenForErasures(installation);
  },
});
