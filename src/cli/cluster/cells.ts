import { type ClusterCells, createClusterCells } from "#cluster/cells/cluster-cells.ts";
import type { LinkListenerOptions } from "#cluster/cells/link-listener.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { ensureBucket } from "#cluster/log/jetstream/assets.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { DIRECTORY_BUCKET, SHARED_BUCKET } from "#cluster/log/jetstream/names.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import type { Config } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";
import { assetsOf, type ClusterConnection } from "./connect.ts";

/** Pause before the buckets are tried again, ms. */
const BUCKETS_MS = 10_000;

/** The cells of the installation as this node sees them. */
export const openCells = (
  { nats, leases, cell }: ClusterConnection,
  { appSecret, appSecretOld, clusterUrl }: Config,
  journal: Log,
): ClusterCells =>
  createClusterCells({
    own: cell,
    leases,
    bucket: createNatsKeyValues(nats, DIRECTORY_BUCKET),
    secret: appSecret ?? "",
    olderSecrets: appSecretOld === null ? [] : [appSecretOld],
    address: clusterUrl,
    clock: monotonicClock,
    wallClock: systemClock,
    log: journal,
  });

/** Where this node receives requests of other nodes; null without `CLUSTER_URL`. */
export const linksOf = (
  cells: ClusterCells | null,
  { clusterUrl }: Pick<Config, "clusterUrl">,
): Pick<LinkListenerOptions<unknown>, "address" | "certificate"> | null =>
  cells && clusterUrl !== null ? { address: clusterUrl, certificate: cells.certificate } : null;

/**
 * Creates the buckets that all cells share if an older program began this cluster. A takeover does not wait for them: without the
 * directory only requests that need it are refused.
 */
export function keepBuckets(nats: Nats, config: Config, journal: Log): void {
  const { replicas } = assetsOf(config);
  const create = async () => {
    for (const bucket of [DIRECTORY_BUCKET, SHARED_BUCKET]) await ensureBucket(nats, bucket, replicas);
  };
  create().catch((error: unknown) => {
    journal.error({ err: error }, "the buckets of all cells could not be created in NATS; retried");
    setTimeout(() => keepBuckets(nats, config, journal), BUCKETS_MS).unref();
  });
}
