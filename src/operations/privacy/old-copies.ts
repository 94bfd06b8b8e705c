import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";

/** An upgrade that went wrong shows within this; after it the copy only keeps what people were promised is gone. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const COPY = /\.sqlite\.before-\d{4}_[a-z0-9_]+(\.part)?$/;

/** Every night: copies made before an upgrade go after a month, whoever was erased since is in them. */
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
      log.info({ copy: name }, "copy of an old upgrade removed");
    }
}
