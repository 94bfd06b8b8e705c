import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mediaStoreOf } from "#channels/media/storage/files.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type RemoteMedia, RemoteMediaDamaged } from "#platform/remote-media.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { companiesOf } from "./evict.ts";
import { planSweep } from "./policy.ts";
import * as sql from "./remote.sql.ts";

/** Counts of files with a row: all, uploaded by this sweep, and missing both locally and in the storage; and of deleted objects. */
interface Swept {
  readonly rows: number;
  readonly uploaded: number;
  readonly missing: number;
  readonly deleted: number;
}

/**
 * Every night, compares the storage of media with the rows: stores files that are only on this machine, deletes objects that have
 * had no row for the time of `keepMs`, and reports files that are missing in both. Does nothing without such a storage.
 */
export const mediaObjectsJob = defineJob<Installation>({
  name: "media_objects",
  every: "0 20 4 * * *",
  async run(installation) {
    if (installation.media) await sweepAll(installation, installation.media);
  },
});

/** The sweep of all companies, and of removed ones. */
async function sweepAll(installation: Installation, media: RemoteMedia): Promise<void> {
  const { tenants, log, clock, dataDirectory } = installation;
  let missing = 0;
  const companies = await media.companies();
  for (const id of new Set([...companies, ...(await companiesOf(dataDirectory))])) {
    if (!media.mayDelete()) return;
    try {
      if (tenants.exists(id)) missing += (await sweepCompany(tenants.open(id), media)).missing;
      else if (!existsSync(join(dataDirectory, "bin", String(id))))
        await settleMarks(media, id, { referenced: new Set(), nowMs: clock.now() });
    } catch (error) {
      log.error(
        { company: id, err: error, place: media.place },
        "media storage of a company not compared with its rows; repeated the next night",
      );
    }
  }
  media.figures.missing = missing;
  media.allStored();
  await media.tidy();
}

/** Uploads files that the storage lacks, and deletes objects without a row for `keepMs`. */
async function sweepCompany(tenant: Tenant, media: RemoteMedia): Promise<Swept> {
  const release = tenant.keepOpen();
  try {
    const listed = new Set<string>();
    // Objects are listed before rows are read. Otherwise an object that is stored in between would be listed without
    // its row.
    for await (const { name } of media.list(tenant.id)) listed.add(name);
    const { referenced, ...counts } = await storeMissing(tenant, media, listed);
    for (const name of pendingNames(tenant, media)) referenced.add(name);
    const deleted = await settleMarks(
      media,
      tenant.id,
      { referenced, nowMs: tenant.clock.now() },
      { listed, isReferencedNow: (name) => pendingNames(tenant, media).has(name) },
    );
    if (counts.missing > 0)
      tenant.log.error(
        { files: counts.missing, place: media.place },
        "media files are neither on this machine nor in their storage: look for them on the machines that owned the cell",
      );
    if (counts.uploaded + deleted > 0)
      tenant.log.info({ uploaded: counts.uploaded, deleted }, "media storage compared with its rows");
    return { ...counts, deleted };
  } finally {
    release();
  }
}

/**
 * Uploads files of rows that are missing in the storage, and those that the storage has only under the name of an older
 * key.
 */
export async function storeMissing(
  tenant: Tenant,
  media: RemoteMedia,
  listed: ReadonlySet<string>,
): Promise<{ referenced: Set<string>; rows: number; uploaded: number; missing: number }> {
  const referenced = new Set<string>();
  const counts = { rows: 0, uploaded: 0, missing: 0 };
  const done = new Set<string>();
  for (let after = 0; ; ) {
    const rows = queryAll(tenant.db, sql.storedRows, { after });
    for (const row of rows) {
      counts.rows += 1;
      const sha256 = row.sha256 ?? (await hashRow(tenant, row));
      if (sha256 === null) {
        counts.missing += 1;
        continue;
      }
      const [name = "", ...older] = media.namesOf(tenant.id, sha256);
      referenced.add(name);
      if (listed.has(name) || done.has(name)) continue;
      const old = older.some((other) => listed.has(other));
      const stored = await storeOne(tenant, media, { path: row.path, sha256, isElsewhere: old });
      if (stored) done.add(name);
      counts[stored ? "uploaded" : "missing"] += 1;
    }
    const last = rows.at(-1);
    if (!last) return { referenced, ...counts };
    after = last.id;
    await yieldToEventLoop(tenant);
  }
}

/** False when the file is neither on this machine nor in the storage. */
async function storeOne(
  tenant: Tenant,
  media: RemoteMedia,
  { path, sha256, isElsewhere }: { path: string; sha256: string; isElsewhere: boolean },
): Promise<boolean> {
  const local = mediaStoreOf(tenant).pathOf(path);
  if (!existsSync(local)) {
    if (!isElsewhere) return false;
    await mkdir(dirname(local), { recursive: true, mode: 0o700 });
    if (!(await media.download(tenant.id, sha256, local))) return false;
  }
  await media.upload(tenant.id, sha256, local);
  return true;
}

/** For rows of old versions without a hash. Null when the file is not on this machine. */
async function hashRow(tenant: Tenant, { id, path }: sql.StoredRow): Promise<string | null> {
  const file = Bun.file(mediaStoreOf(tenant).pathOf(path));
  if (!(await file.exists())) return null;
  const hash = new Bun.CryptoHasher("sha256");
  for await (const piece of file.stream()) hash.update(piece);
  const sha256 = hash.digest("hex");
  tenant.write((unit) => execute(unit.db, sql.setHash, { id, sha256 }));
  return sha256;
}

/** Objects of received files whose events are not processed yet: they have no row until then. */
function pendingNames(tenant: Tenant, media: RemoteMedia): Set<string> {
  const names = new Set<string>();
  for (const { payload } of queryAll(tenant.db, sql.pendingFiles))
    for (const [, sha256 = ""] of payload.matchAll(/"sha256":"([0-9a-f]{64})"/g))
      for (const name of media.namesOf(tenant.id, sha256)) names.add(name);
  return names;
}

interface Known {
  readonly listed: ReadonlySet<string>;
  /** Called immediately before a deletion. */
  readonly isReferencedNow: (name: string) => boolean;
}

/**
 * Records since when objects have no row, and deletes those without one for `keepMs`. Returns the number of deleted
 * objects.
 */
async function settleMarks(
  media: RemoteMedia,
  companyId: number,
  { referenced, nowMs }: { readonly referenced: ReadonlySet<string>; readonly nowMs: number },
  known?: Known,
): Promise<number> {
  const listed = known?.listed ?? (await namesOfRemoved(media, companyId));
  const before = await media.readMarks(companyId).catch((error: unknown) => {
    // The marks are encrypted with a key that no longer exists, so the time without a row starts again.
    if (error instanceof RemoteMediaDamaged) return new Map<string, number>();
    throw error;
  });
  const { marks, remove } = planSweep({ listed, referenced, marks: before }, { nowMs, keepMs: media.keepMs });
  const left = new Map(marks);
  let deleted = 0;
  for (const name of remove) {
    if (!media.mayDelete()) break;
    if (media.isRecent(name) || known?.isReferencedNow(name)) continue;
    await media.remove(name);
    left.delete(name);
    deleted += 1;
  }
  if (before.size > 0 || left.size > 0) await media.writeMarks(companyId, left);
  return deleted;
}

async function namesOfRemoved(media: RemoteMedia, companyId: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { name } of media.list(companyId)) names.add(name);
  return names;
}
