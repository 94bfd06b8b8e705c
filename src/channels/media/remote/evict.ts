import { readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { INCOMING } from "#channels/media/storage/store.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { Installation } from "#tenants/installation.ts";
import { IN_USE_MS } from "./bring.ts";
import { type CachedFile, planEviction } from "./policy.ts";
import * as sql from "./remote.sql.ts";

const EVERY_SECONDS = 15 * 60;

/** Keeps the media on this machine within `MEDIA_CACHE_GB`, where they are also stored elsewhere. */
export const mediaCacheJob = defineJob<Installation>({
  name: "media_cache",
  every: { seconds: EVERY_SECONDS },
  async run(installation) {
    const { media } = installation;
    if (!media) return;
    const { uploads, downloads } = media.figures;
    const state = `${uploads} ${downloads}`;
    if (checked.get(media) === state) return;
    await evictMedia(installation, media);
    checked.set(media, state);
  },
});
/** Files stored and fetched at the last check: without new ones nothing can have grown. */
const checked = new WeakMap<RemoteMedia, string>();

interface CompanyFile extends CachedFile {
  readonly companyId: number;
}

/** Removes the oldest local files beyond the limit, each only while its object exists; returns how many. */
export async function evictMedia(
  { tenants, dataDirectory, clock, log }: Installation,
  media: RemoteMedia,
): Promise<number> {
  const files: CompanyFile[] = [];
  for (const id of await companiesOf(dataDirectory))
    for await (const file of mediaOf(join(dataDirectory, "companies", String(id), "media")))
      files.push({ ...file, companyId: id });
  const plan = planEviction(files, {
    limitBytes: media.cacheBytes,
    inUseMs: clock.now() - IN_USE_MS,
  }) as readonly CompanyFile[];
  let freed = 0;
  let evicted = 0;
  for (const { path, companyId, size } of plan) {
    if (!tenants.exists(companyId)) continue;
    const tenant = tenants.open(companyId);
    const row = queryOne(tenant.db, sql.rowOfPath, { path: relative(tenant.mediaDirectory, path) });
    // A file without a row is removed by the nightly job.
    if (!row?.sha256) continue;
    if (!(await media.has(companyId, row.sha256))) await media.upload(companyId, row.sha256, path);
    await rm(path, { force: true });
    freed += size;
    evicted += 1;
  }
  media.figures.cacheBytes = files.reduce((sum, { size }) => sum + size, 0) - freed;
  if (evicted > 0)
    log.info({ files: evicted, bytes: freed }, "media beyond MEDIA_CACHE_GB removed from this machine");
  return evicted;
}

/** Size of all media in a data directory, bytes. */
export async function mediaBytes(dataDirectory: string): Promise<number> {
  let bytes = 0;
  for (const id of await companiesOf(dataDirectory))
    for await (const { size } of mediaOf(join(dataDirectory, "companies", String(id), "media")))
      bytes += size;
  return bytes;
}

/** Ids of the companies with a folder. */
export async function companiesOf(dataDirectory: string): Promise<readonly number[]> {
  const names = await readdir(join(dataDirectory, "companies")).catch(() => []);
  return names.map(Number).filter(Number.isSafeInteger);
}

async function* mediaOf(directory: string): AsyncGenerator<CachedFile> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== INCOMING) yield* mediaOf(path);
      continue;
    }
    if (entry.name.endsWith(".part")) continue;
    const found = await stat(path).catch(() => null);
    if (found?.isFile()) yield { path, size: found.size, usedMs: found.mtimeMs };
  }
}
