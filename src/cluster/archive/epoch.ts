import type { ChainLink } from "#platform/db/ship/format.ts";
import { epochName, epochPrefix } from "./names.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";

/** The end of what is archived. */
export interface ArchivedEnd extends ChainLink {
  /** When it was captured, ms since 1970. */
  readonly capturedAtMs: number;
}

/** The end of what is archived of the log of a cluster. */
export interface LogEnd extends ArchivedEnd {
  /** Sequence of its last message in the log. */
  readonly sequence: number;
}

/** What the claim of an epoch records. */
export interface EpochClaim {
  readonly installation: string;
  readonly node: string;
  readonly startedAtMs: number;
  /**
   * The place in the log at which the owner of a cell begins to archive. `isContinued`: the former owners archived everything
   * up to there; batches that they add after it are ignored. Absent in a claim of one machine, which has no log.
   */
  readonly start?: LogEnd & { readonly isContinued: boolean };
}

/** A claim in the storage. */
export interface StoredClaim extends EpochClaim {
  readonly epoch: number;
}

/**
 * Claims the next epoch of a cell by creating its object. Two processes that archive the same cell get different epochs, and
 * the process with the lower epoch notices the other one (`isSuperseded`).
 */
export async function claimEpoch(store: ObjectStore, cell: number, claim: EpochClaim): Promise<number> {
  for (let epoch = 1 + (await lastEpoch(store, cell)); ; epoch += 1)
    if ((await store.create(epochName(cell, epoch), encode(claim))) === "created") return epoch;
}

/** Claims this epoch; false when another process has it. The same claim may be repeated. */
export async function takeEpoch(
  store: ObjectStore,
  cell: number,
  epoch: number,
  claim: EpochClaim,
): Promise<boolean> {
  const content = encode(claim);
  const name = epochName(cell, epoch);
  if ((await store.create(name, content)) === "created") return true;
  const stored = await store.read(name);
  return stored !== undefined && content.equals(stored);
}

/** Whether another process has claimed the next epoch. Epochs of one machine have no holes. */
export const isSuperseded = async (store: ObjectStore, cell: number, epoch: number): Promise<boolean> =>
  (await store.read(epochName(cell, epoch + 1))) !== undefined;

/** The highest claimed epoch; 0 = none. */
export async function lastEpoch(store: ObjectStore, cell: number): Promise<number> {
  let last = 0;
  for await (const epoch of epochs(store, cell)) last = Math.max(last, epoch);
  return last;
}

async function* epochs(store: ObjectStore, cell: number): AsyncGenerator<number> {
  const prefix = epochPrefix(cell);
  for await (const { name } of store.list(prefix)) yield Number(name.slice(prefix.length)) || 0;
}

/** Throws ArchiveError when the claim is missing. */
export async function readClaim(store: ObjectStore, cell: number, epoch: number): Promise<StoredClaim> {
  const name = epochName(cell, epoch);
  const stored = await store.read(name);
  if (!stored) throw new ArchiveError(`${name} is missing in ${store.place}`);
  return { ...decode(stored), epoch };
}

/** The claims from one epoch on, in order. */
export async function claimsFrom(
  store: ObjectStore,
  cell: number,
  from: number,
): Promise<readonly StoredClaim[]> {
  const found: StoredClaim[] = [];
  for await (const epoch of epochs(store, cell))
    if (epoch >= from) found.push(await readClaim(store, cell, epoch));
  return found.sort((a, b) => a.epoch - b.epoch);
}

/**
 * Whether a batch is ignored because its writer had been deposed before: the owner that claimed a later epoch began before this
 * batch, and has archived the batch again from the log. Pure.
 */
export function isDisowned(
  { epoch, number }: Pick<ChainLink, "epoch" | "number">,
  writer: number,
  claims: readonly StoredClaim[],
): boolean {
  return claims.some(
    ({ epoch: claimed, start }) =>
      start?.isContinued &&
      claimed > writer &&
      (epoch > start.epoch || (epoch === start.epoch && number > start.number)),
  );
}

const encode = ({ start, ...claim }: EpochClaim): Buffer =>
  Buffer.from(
    JSON.stringify({ ...claim, ...(start && { start: { ...start, chain: start.chain.toString(16) } }) }),
  );

interface ClaimText extends Omit<EpochClaim, "start"> {
  readonly start?: Omit<NonNullable<EpochClaim["start"]>, "chain"> & { readonly chain: string };
}

function decode(bytes: Uint8Array): EpochClaim {
  const { start, ...claim } = JSON.parse(Buffer.from(bytes).toString("utf8")) as ClaimText;
  return start ? { ...claim, start: { ...start, chain: BigInt(`0x${start.chain}`) } } : claim;
}
