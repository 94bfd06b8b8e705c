import { defineFeature } from "#tenants/feature.ts";
import { failInterruptedExports, sweepExports } from "./exports/begin.ts";
import { exportMount } from "./exports/mount.ts";
import { failInterruptedImports, sweepImports } from "./imports/start.ts";
import { backupRoutes, importRoutes } from "./routes.ts";
import { failInterrupted } from "./run/record.ts";
import { backupJob } from "./run/run-backup.ts";
import { stopSubprocesses } from "./subprocess/spawn.ts";

/** Backups of the installation, and exports and imports that move a company to another installation. */
export const backups = defineFeature({
  name: "backups",
  cellTables: ["backup_run", "company_export", "company_import", "sealed_file"],
  routes: [...backupRoutes, ...importRoutes],
  mounts: [exportMount],
  jobs: [backupJob, sweepExports, sweepImports],
  start(installation) {
    failInterrupted(installation.system, installation.clock.now());
    failInterruptedExports(installation);
    failInterruptedImports(installation);
  },
  stop: stopSubprocesses,
});
