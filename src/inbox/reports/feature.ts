import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastFiles } from "./broadcasts.ts";
import { deleteFilesWithPeople, reportFiles } from "./files/file-job.ts";
import { fileRoutes } from "./files/routes.ts";
import { reportRoutes } from "./routes.ts";
import { schedulesAsConditionUser } from "./schedules/references.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import { reportSchedules } from "./schedules/send.ts";

/** Reports of attendances, and their files (docs/rules/reports.md). */
export const reports = defineFeature({
  name: "reports",
  routes: [...reportRoutes, ...fileRoutes, ...scheduleRoutes],
  jobs: [reportFiles, reportSchedules],
  listen(installation) {
    installation.ports.add(ConditionUsersPort, "reports", schedulesAsConditionUser);
    deleteFilesWithPeople(installation);
    broadcastFiles(installation);
  },
});
