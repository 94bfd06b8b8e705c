import type { LeaseStore } from "#cluster/lease/lease.ts";
import type { Cells } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";
import { createNodeCertificate, type NodeCertificate } from "./authority.ts";
import { createDirectoryNames } from "./directory-names.ts";
import type { KeyValues } from "./key-values.ts";
import { createLinkClient } from "./link-client.ts";
import { watchMovedCompanies } from "./moved-companies.ts";
import { createDirectory } from "./nats-directory.ts";
import { watchOwners } from "./owners.ts";

export interface ClusterCellsOptions {
  readonly own: number;
  readonly leases: LeaseStore;
  /** The bucket `DIRECTORY`. */
  readonly bucket: KeyValues;
  /** The installation key, and former ones after a rotation. */
  readonly secret: string;
  readonly olderSecrets: readonly string[];
  /** `CLUSTER_URL`; null = other nodes cannot reach this one. */
  readonly address: string | null;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly log: Log;
}

/** The cells of the installation as a node sees them, whether it owns its cell or not. */
export interface ClusterCells extends Cells {
  readonly certificate: NodeCertificate;
  stop(): void;
}

export function createClusterCells(options: ClusterCellsOptions): ClusterCells {
  const { own, leases, bucket, secret, olderSecrets, address, clock, wallClock, log } = options;
  const certificate = createNodeCertificate(secret, olderSecrets);
  const owners = watchOwners({ leases, own, clock });
  const moved = watchMovedCompanies(bucket, own, clock);
  return {
    own,
    all: () => owners.cells,
    ofCompany: moved.cellOf,
    directory: createDirectory({
      bucket,
      names: createDirectoryNames(secret, olderSecrets),
      cell: own,
      ofCompany: moved.cellOf,
      cells: () => (owners.isListed ? owners.cells : null),
      now: wallClock.now,
      monotonicNow: clock.now,
      log,
    }),
    ...createLinkClient({ owners, certificate, ownAddress: address, clock }),
    certificate,
    moves: moved.moves,
    stop() {
      owners.stop();
      moved.stop();
    },
  };
}
