/** Names of the assets of a cluster in JetStream. One account holds one installation. */

export const LEASE_BUCKET = "LEASES";
/** Object store of the snapshots; the stream behind it has the name that the object store clients of NATS use. */
export const SNAPSHOT_BUCKET = "SNAPSHOTS";
export const SNAPSHOT_STREAM = `OBJ_${SNAPSHOT_BUCKET}`;
/** Which cell has which unique value (docs/rules/cells.md#directory). */
export const DIRECTORY_BUCKET = "DIRECTORY";
export const streamOf = (cell: number) => `CELL_${cell}`;
export const subjectOf = (cell: number) => `cell.${cell}.log`;
/** `*`: those of all cells. */
export const leaseKey = (cell: number | "*" | "") => `cell.${cell}`;
export const heartbeatKey = (node: string) => `node.${node}`;
