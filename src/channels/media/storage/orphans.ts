import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Db, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { convertedOf, INCOMING } from "./store.ts";

/** Whatever is younger may still be on its way to its row: a message waits for its turn behind the restart of a server. */
const YOUNG_MS = 2 * 24 * 60 * 60_000;
/** Files looked at in one turn of the loop. */
const BATCH = 200;
const NAMED = "SELECT 1 FROM media_file WHERE path = ?";
const AWAITED = "SELECT 1 FROM inbound_event WHERE state = 'new' AND instr(payload, ?) > 0";
const ENDING = convertedOf("");

/**
 * Every night: files that no row names any more, since the process ended between a commit and the disk, or while
 * something came in. Nobody can open them, and people were promised that they are gone.
 */
export const straysJob = defineJob<Installation>({
  name: "media_strays",
  every: "0 50 3 * * *",
  async run({ tenants, dataDirectory, log }) {
    const companies = await readdir(join(dataDirectory, "companies")).catch(() => []);
    for (const id of companies.map(Number)) {
      if (!Number.isSafeInteger(id) || !tenants.exists(id)) continue;
      try {
        await removeStrays(tenants.open(id));
      } catch (error) {
        log.error({ company: id, err: error }, "files of nobody not removed");
      }
    }
  },
});

/** Removes the old files of a company's media that no row names; answers how many. */
async function removeStrays(tenant: Tenant): Promise<number> {
  const release = tenant.keepOpen();
  let gone = 0;
  let looked = 0;
  try {
    for (const folder of await foldersOf(tenant.mediaDirectory))
      for (const file of await readdir(join(tenant.mediaDirectory, folder)).catch(() => [])) {
        looked += 1;
        if (looked % BATCH === 0) await yieldToEventLoop(tenant);
        const name = join(folder, file);
        if (isWanted(tenant.db, name, folder) || !(await isOld(tenant, name))) continue;
        await rm(join(tenant.mediaDirectory, name), { force: true });
        gone += 1;
      }
  } finally {
    release();
  }
  if (gone > 0) tenant.log.info({ files: gone }, "files of nobody removed");
  return gone;
}

/** Months, and what is coming in; files lie in them alone. */
async function foldersOf(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function isWanted(db: Db, name: string, folder: string): boolean {
  if (folder === INCOMING) return false;
  if (one(db, NAMED, name)) return true;
  if (name.endsWith(ENDING) && one(db, NAMED, name.slice(0, -ENDING.length))) return true;
  // Also the file that takes the place of its unfinished form.
  return one(db, AWAITED, name.replace(/\.part$/, "")) !== undefined;
}

async function isOld(tenant: Tenant, name: string): Promise<boolean> {
  const found = await stat(join(tenant.mediaDirectory, name)).catch(() => null);
  return found?.isFile() === true && tenant.clock.now() - found.mtimeMs >= YOUNG_MS;
}
