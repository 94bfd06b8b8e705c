import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";

/**
 * Copies are deleted after this time, ms: a failed upgrade is noticed earlier, and later a copy only preserves erased
 * data.
 */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const COPY = /\.sqlite\.before-\d{4}_[a-z0-9_]+(\.part)?$/;

/**
 * Every night: deletes database copies made before an upgrade a month ago, because they contain people erased since.
 */
export const oldCopiesJob = defineJob<Installation>({
  name: "old_copies",
  every: "0 40 2 * * *",
  run: removeOldCopies,
});

export async function removeOldCopies({ dataDirectory, clock, log }: Installation): Promise<void> {
  const companies = await readdir(join(dataDirectory, "companies")).catch(() => []);
  for (const folder of [dataDirectory, ...companies.map((id) => join(dataDirectory, "companies", id))])
    for (const name of await readdir(folder).catch(() => [])) {
      if (!COPY.test(name)) continue;
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (clock.now() - mtimeMs < KEPT_MS) continue;
      await rm(path, { force: true });
      log.info({ copy: name }, "database copy made before an upgrade deleted after a month");
    }
}
