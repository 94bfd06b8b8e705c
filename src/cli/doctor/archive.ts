import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { archiveStoreOf } from "#cluster/archive/archive-store.ts";
import { lastEpoch, readClaim } from "#cluster/archive/epoch.ts";
import { type ObjectStore, requireConditionalWrites } from "#cluster/archive/objects.ts";
import { openArchive } from "#cluster/archive/open-archive.ts";
import { listSnapshots, readManifest } from "#cluster/snapshot/manifest.ts";
import type { Config } from "#config.ts";
import { readPosition } from "#platform/db/ship/position.ts";
import { newUuid } from "#platform/ids.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Changes that wait this long for the storage are reported, ms. */
const LATE_MS = 60_000;

/** The continuous archive: storage, conditional writes, newest snapshot, and whether this machine's key opens it. */
export async function archivePlace(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const finding = findingsOf("archive");
  const store = archiveStoreOf(config);
  if (!store) return [];
  const findings: Finding[] = [...placement(config)];
  try {
    await requireConditionalWrites(store, `doctor-${newUuid()}`);
    findings.push(...(await foreignWriter(config, store)));
    const newest = (await listSnapshots(store, config.clusterCell)).at(-1);
    if (!newest)
      return [
        ...findings,
        finding(
          "error",
          `there is no snapshot in ${store.place}`,
          "the running server takes one; look for an error in its log",
        ),
      ];
    const lateMs = 2 * config.archiveSnapshotHours * 3_600_000;
    if (nowMs - newest.validMs > lateMs)
      findings.push(
        finding(
          "error",
          `the newest snapshot of the archive is of ${new Date(newest.validMs).toISOString()}`,
          "is the server running? Its log has the reason",
        ),
      );
    await readManifest(store, openArchive(config).seal, newest.name);
  } catch (error) {
    findings.push(
      finding(
        "error",
        (error as Error).message,
        "balcao restore --archive --dry-run shows whether a restore works",
      ),
    );
  }
  return findings;
}

/** The archive of a cell has an epoch that its log does not know: the owner does not write to it. */
async function foreignWriter(config: Config, store: ObjectStore): Promise<readonly Finding[]> {
  const position = readPosition(config.dataDir);
  const epoch = await lastEpoch(store, config.clusterCell);
  if (!position || epoch <= position.epoch) return [];
  const { installation, node } = await readClaim(store, config.clusterCell, epoch);
  if (installation === position.installation) return [];
  return [
    findingsOf("archive")(
      "error",
      `another installation (${node}) writes to ${store.place}: this cell is not archived`,
      "give each installation its own ARCHIVE_S3_PREFIX or ARCHIVE_DIR, and restart Balcão on the owner",
    ),
  ];
}

/**
 * Findings about an archive folder on the disk of the data, which would be lost together with the data, and about changes that
 * wait in the spool.
 */
function* placement(config: Config): Generator<Finding> {
  const finding = findingsOf("archive");
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  if (config.archiveDir !== null && device(config.archiveDir) === device(config.dataDir))
    yield finding(
      "warning",
      "the continuous archive is on the same disk as the data",
      "set ARCHIVE_DIR to a folder of another machine or disk, or set ARCHIVE_S3_BUCKET",
    );
  const position = join(config.dataDir, "archive/position");
  const spool = join(config.dataDir, "archive/spool");
  if (!existsSync(position) || !existsSync(spool)) return;
  if (statSync(spool).mtimeMs - statSync(position).mtimeMs > LATE_MS)
    yield finding(
      "warning",
      "changes wait for the storage of the archive",
      "balcao_archive_lag_seconds shows since when",
    );
}
