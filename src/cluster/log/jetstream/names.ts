import { HOME_CELL } from "#platform/cells.ts";

/** Names of the assets of a cluster in JetStream. One account holds one installation. */

export const LEASE_BUCKET = "LEASES";
/**
 * Object store with the snapshots of a cell. Each cell has one of its own: a listing names all objects, and a cell that removes
 * some meanwhile would hide others from it.
 */
export const snapshotBucket = (cell: number) => (cell === HOME_CELL ? "SNAPSHOTS" : `SNAPSHOTS_${cell}`);
/** The stream behind an object store, as the clients of NATS name it. */
export const objectStream = (bucket: string) => `OBJ_${bucket}`;
/** Which cell has which unique value (docs/rules/cells.md#directory). */
export const DIRECTORY_BUCKET = "DIRECTORY";
/** What the home cell shares with the others (docs/rules/cells.md#shared-rows). */
export const SHARED_BUCKET = "SHARED";
export const streamOf = (cell: number) => `CELL_${cell}`;
export const subjectOf = (cell: number) => `cell.${cell}.log`;
/** `*`: those of all cells. */
export const leaseKey = (cell: number | "*" | "") => `cell.${cell}`;
export const heartbeatKey = (node: string) => `node.${node}`;
