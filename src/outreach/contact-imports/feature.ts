import { defineFeature } from "#tenants/feature.ts";
import { broadcastImports } from "./broadcasts.ts";
import { eraseImportedRows } from "./erased-contacts.ts";
import { importJob } from "./jobs.ts";
import { importRoutes } from "./routes.ts";

export const contactImports = defineFeature({
  name: "contact-imports",
  routes: importRoutes,
  jobs: [importJob],
  listen(installation) {
    broadcastImports(installation);
    eraseImportedRows(installation);
  },
});
