import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { removeFile } from "./begin.ts";
import { expiredExports, exportDirectory, failInterrupted } from "./rows.ts";

/** Files of exports are removed after a day. */
export const sweepExports = defineJob<Installation>({
  name: "company_export",
  every: { seconds: 60 },
  run(installation) {
    for (const id of expiredExports(installation.system, installation.clock.now()))
      removeFile(installation, id);
  },
});

/** Runs at the start: marks interrupted exports as failed (their passphrase is not stored) and removes their partial files. */
export function failInterruptedExports(installation: Installation): void {
  failInterrupted(installation.system, installation.clock.now());
  const directory = exportDirectory(installation);
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (!/^\d+\.tar$/.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
}
