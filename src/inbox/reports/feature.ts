import { defineFeature } from "#tenants/feature.ts";
import { broadcastFiles } from "./broadcasts.ts";
import { deleteFilesWithPeople, reportFiles } from "./files/file-job.ts";
import { fileRoutes } from "./files/routes.ts";
import { reportRoutes } from "./routes.ts";

/** Reports of attendances, and their files (docs/rules/reports.md). */
export const reports = defineFeature({
  name: "reports",
  routes: [...reportRoutes, ...fileRoutes],
  jobs: [reportFiles],
  listen(installation) {
    deleteFilesWithPeople(installation);
    broadcastFiles(installation);
  },
});
