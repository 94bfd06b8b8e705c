import { type ClusterCells, createClusterCells } from "#cluster/cells/cluster-cells.ts";
import type { LinkListenerOptions } from "#cluster/cells/link-listener.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import type { LeaseStore } from "#cluster/lease/lease.ts";
import { ensureBucket } from "#cluster/log/jetstream/assets.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { DIRECTORY_BUCKET, SHARED_BUCKET } from "#cluster/log/jetstream/names.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import type { Config } from "#config.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { systemClock } from "#platform/clock.ts";
import { OperatorError } from "#platform/errors.ts";
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

/** How long a node of another cell waits for the first owner of the home cell, ms: both may be started at the same time. */
const HOME_MS = 30_000;
const HOME_POLL_MS = 1000;

/**
 * Refuses to start a node of another cell while the home cell has never had an owner: without it there are no sign-ups, plans and
 * super users. While the NATS servers do not answer, the start is not refused. Throws OperatorError.
 */
export async function requireHomeCell(
  { leases, cell }: Pick<ClusterConnection, "cell"> & { readonly leases: Pick<LeaseStore, "cells"> },
  waitMs = HOME_MS,
): Promise<void> {
  if (cell === HOME_CELL) return;
  const isMissing = async () => (await leases.cells().catch(() => null))?.includes(HOME_CELL) === false;
  for (let waited = 0; await isMissing(); waited += HOME_POLL_MS) {
    if (waited >= waitMs)
      throw new OperatorError(
        `cell ${cell} needs the home cell, and cell ${HOME_CELL} of this installation never had an owner: start the nodes of cell ${HOME_CELL} first, or set CLUSTER_CELL=${HOME_CELL} for a single cell`,
      );
    await Bun.sleep(HOME_POLL_MS);
  }
}

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
