import { join } from "node:path";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import { isOfCluster } from "#cluster/snapshot/cell-snapshots.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { listSnapshots, readManifest } from "#cluster/snapshot/manifest.ts";
import { verifySnapshot } from "#cluster/snapshot/verify.ts";
import type { Config } from "#config.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { type Finding, findingsOf } from "./finding.ts";

const finding = findingsOf("cluster");
const HOUR_MS = 3_600_000;
/** Beside the folder that a running node uses. */
const CHECK_FOLDER = "snapshot-check/doctor";

/** Restores the newest snapshot of the cell into a temporary folder and checks its databases. */
export async function newestSnapshot(nats: Nats, config: Config, nowMs: number): Promise<readonly Finding[]> {
  const { clusterCell: cell, appSecret, appSecretOld, dataDir, clusterSnapshotHours } = config;
  if (appSecret === null) return [];
  const older = appSecretOld === null ? [] : [appSecretOld];
  const store = createNatsObjects(nats, cell);
  const seal = createChunkSeal(appSecret, older);
  const findings: Finding[] = [];
  try {
    const newest = (await listSnapshots(store, cell)).at(-1);
    if (!newest)
      return [finding("error", "the cluster has no snapshot", "the log of the owner has the reason")];
    if (nowMs - newest.validMs > 2 * clusterSnapshotHours * HOUR_MS)
      findings.push(
        finding(
          "error",
          `the newest snapshot of the cluster is of ${new Date(newest.validMs).toISOString()}`,
          "the logs of the first standby and of the owner have the reason",
        ),
      );
    const manifest = await readManifest(store, seal, newest.name);
    if (!isOfCluster(manifest)) return findings;
    const verified = await verifySnapshot({
      store,
      seal,
      batchSeal: createBatchSeal({ cell, current: appSecret, older }),
      log: createJetStreamLog(nats, cell),
      manifest,
      directory: join(dataDir, CHECK_FOLDER),
    });
    if (verified === "read")
      findings.push(
        finding(
          "info",
          "the newest snapshot was read, but not restored for a test",
          "the disk of DATA_DIR has too little room for a second copy of the data",
        ),
      );
  } catch (error) {
    findings.push(
      finding(
        "error",
        `the newest snapshot of the cluster cannot be used: ${(error as Error).message}`,
        "new nodes cannot start from it: read the log of the owner",
      ),
    );
  }
  return findings;
}
