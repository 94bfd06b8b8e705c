import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./orphans.sql.ts";
import { convertedOf, INCOMING } from "./store.ts";

/**
 * Minimum age of a deleted file: a younger file may still get its row, because an inbound message may wait for
 * processing across a restart.
 */
const MIN_AGE_MS = 2 * 24 * 60 * 60_000;
/** Number of files checked in one turn of the event loop. */
const BATCH = 200;

const CONVERTED = convertedOf("");

/**
 * Every night, deletes files that no row refers to. They remain when the process ends between a commit and the
 * deletion, or during a download. No user can open them, and users were promised their deletion.
 */
export const orphanedFilesJob = defineJob<Installation>({
  name: "media_strays",
  every: "0 50 3 * * *",
  async run({ tenants, dataDirectory, log }) {
    const companies = await readdir(join(dataDirectory, "companies")).catch(() => []);
    for (const id of companies.map(Number)) {
      if (!Number.isSafeInteger(id) || !tenants.exists(id)) continue;
      try {
        await deleteOrphans(tenants.open(id));
      } catch (error) {
        log.error({ company: id, err: error }, "orphaned media files not deleted; retried the next night");
      }
    }
  },
});

/** Deletes old media files of a company that no row refers to; returns their number. */
async function deleteOrphans(tenant: Tenant): Promise<number> {
  const release = tenant.keepOpen();
  let deleted = 0;
  let checked = 0;
  try {
    for (const folder of await foldersOf(tenant.mediaDirectory))
      for (const file of await readdir(join(tenant.mediaDirectory, folder)).catch(() => [])) {
        checked += 1;
        if (checked % BATCH === 0) await yieldToEventLoop(tenant);
        const name = join(folder, file);
        if (isReferenced(tenant.db, name, folder) || !(await isOld(tenant, name))) continue;
        await rm(join(tenant.mediaDirectory, name), { force: true });
        deleted += 1;
      }
  } finally {
    release();
  }
  if (deleted > 0) tenant.log.info({ files: deleted }, "orphaned media files deleted");
  return deleted;
}

/** The folders of months and of incoming files; only these contain files. */
async function foldersOf(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function isReferenced(db: Db, name: string, folder: string): boolean {
  if (folder === INCOMING) return false;
  if (queryOne(db, sql.byPath, { path: name })) return true;
  if (name.endsWith(CONVERTED) && queryOne(db, sql.byPath, { path: name.slice(0, -CONVERTED.length) }))
    return true;
  // The name without `.part` is checked too, because it is the final name of a partial download.
  return queryOne(db, sql.pendingEvent, { name: name.replace(/\.part$/, "") }) !== undefined;
}

async function isOld(tenant: Tenant, name: string): Promise<boolean> {
  const found = await stat(join(tenant.mediaDirectory, name)).catch(() => null);
  return found?.isFile() === true && tenant.clock.now() - found.mtimeMs >= MIN_AGE_MS;
}
