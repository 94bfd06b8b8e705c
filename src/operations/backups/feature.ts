import { defineFeature } from "#tenants/feature.ts";
import { exportMount } from "./exports/mount.ts";
import { failInterruptedExports, sweepExports } from "./exports/sweep.ts";
import { importRoutes } from "./imports/routes.ts";
import { failInterruptedImports, sweepImports } from "./imports/sweep.ts";
import { failInterrupted } from "./record.ts";
import { backupRoutes } from "./routes.ts";
import { backupJob } from "./run-backup.ts";
import { endAll } from "./running.ts";

/** Copies of companies: backups of the installation, and exports that move one elsewhere. */
export const backups = defineFeature({
  name: "backups",
  routes: [...backupRoutes, ...importRoutes],
  mounts: [exportMount],
  jobs: [backupJob, sweepExports, sweepImports],
  start(installation) {
    failInterrupted(installation.system, installation.clock.now());
    failInterruptedExports(installation);
    failInterruptedImports(installation);
  },
  stop: endAll,
});
