import { hostname } from "node:os";
import type { LeaseStore } from "#cluster/lease/lease.ts";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { connectNats, type Nats, natsOptions } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { createNatsObjects, type NatsObjects } from "#cluster/log/jetstream/objects.ts";
import { unsafeServers } from "#cluster/log/jetstream/servers.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import type { ControlChannel } from "#cluster/node/control.ts";
import { createKeyCheck, type KeyCheck, withProof } from "#cluster/node/key-check.ts";
import { createNatsControl } from "#cluster/node/nats-control.ts";
import { type ChunkSeal, createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import type { Config } from "#config.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { type BatchSeal, createBatchSeal } from "#platform/db/ship/seal.ts";
import { OperatorError } from "#platform/errors.ts";

/** The assets of a cell in NATS, and the key that seals what is stored there. */
export interface ClusterConnection {
  readonly nats: Nats;
  readonly log: BatchLog;
  readonly leases: LeaseStore;
  readonly keyCheck: KeyCheck;
  readonly control: ControlChannel;
  readonly seal: BatchSeal;
  readonly snapshots: { readonly store: NatsObjects; readonly seal: ChunkSeal };
  readonly cell: number;
  readonly node: string;
  /** Appends that the log refused because its last message was not the expected one. */
  readonly refusedAppends: number;
  close(): Promise<void>;
}

/** A machine runs a node for each cell that it serves or copies. */
const nodeName = ({ clusterNode, clusterCell }: Config): string =>
  clusterNode ?? (clusterCell === HOME_CELL ? hostname() : `${hostname()}-${clusterCell}`);

/** Servers that store each message of the log. */
const REPLICAS = 3;
const GIGABYTE = 1024 ** 3;

/** How the log of a cell is created. */
export const assetsOf = ({ clusterStreamMaxGb }: Config) => ({
  maxBytes: clusterStreamMaxGb * GIGABYTE,
  replicas: REPLICAS,
});

/** Refuses to start when the servers may lose acknowledged commits. Throws OperatorError. */
export async function requireSafeServers({ nats }: ClusterConnection, config: Config): Promise<void> {
  const isConfirmed = config.clusterNatsSync !== null;
  const reasons = await unsafeServers(nats, config.clusterNatsMonitorUrls ?? [], isConfirmed);
  if (reasons.length > 0) throw new OperatorError(reasons.join("\n"));
}

/** Connects to the NATS servers of the configuration. Throws OperatorError. */
export async function connectCluster(config: Config): Promise<ClusterConnection> {
  const { appSecret, appSecretOld, clusterCell: cell } = config;
  if (config.clusterNatsUrls === null)
    throw new OperatorError("there is no cluster: CLUSTER_NATS_URL is not set");
  if (appSecret === null)
    throw new OperatorError("a cluster needs APP_SECRET, the same on all nodes: it seals the log");
  const node = nodeName(config);
  const nats = await connectNats(natsOptions(config, `balcao ${node}`));
  const log = createJetStreamLog(nats, cell);
  const keyCheck = createKeyCheck(appSecret);
  let refusedAppends = 0;
  return {
    nats,
    log: {
      ...log,
      async append(body, options) {
        const answer = await log.append(body, options);
        if (answer.result === "wrong-sequence") refusedAppends += 1;
        return answer;
      },
    },
    get refusedAppends() {
      return refusedAppends;
    },
    leases: withProof(createNatsLeases(nats), keyCheck),
    keyCheck,
    control: createNatsControl(nats.connection),
    seal: createBatchSeal({
      cell,
      current: appSecret,
      ...(appSecretOld !== null && { older: [appSecretOld] }),
    }),
    snapshots: {
      store: createNatsObjects(nats, cell),
      seal: createChunkSeal(appSecret, appSecretOld === null ? [] : [appSecretOld]),
    },
    cell,
    node,
    close: () => nats.close(),
  };
}
