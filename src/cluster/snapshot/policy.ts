/**
 * When a snapshot of a cell is taken, by whom, and what may be removed then: docs/rules/cluster.md#snapshots. Pure; times are of
 * wall clocks, and nothing here decides who owns the cell.
 */

export interface KnownSnapshot {
  readonly name: string;
  readonly validMs: number;
  /** The log must have every message behind this one for the snapshot to be of use. */
  readonly from: number;
  readonly to: number;
  /** The node whose files were copied. */
  readonly node: string;
  readonly bytes: number;
  /** It was restored for a test. */
  readonly isVerified: boolean;
}

export interface LogExtent {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  /** 0 = no limit. */
  readonly maxBytes: number;
}

/** Share of the size limit of the log from which a snapshot is taken before its time. */
const FULL_SHARE = 0.6;
/**
 * Share from which the log is shortened up to the last verified snapshot instead of the last but one, because a full log would
 * stop the owner.
 */
const NEARLY_FULL_SHARE = 0.8;
/** Share from which the log does not wait for the archive any more. */
const WITHOUT_ARCHIVE_SHARE = 0.9;
/** An early snapshot is taken again when this share of the log is newer than the newest snapshot. */
const NEW_SHARE = 1 / 8;
/** A node without a usable snapshot gets one at once, unless the newest one is younger than this, ms. */
const LACKING_MS = 60_000;
/** How long the owner waits for a standby to take a snapshot that is due, ms. */
const STANDBY_MS = 15 * 60_000;
/** Verified snapshots that are kept, and snapshots that are kept in all. */
const KEPT_VERIFIED = 2;
const KEPT = 5;
/** A node that was not seen for this long, or is so far behind, continues from a snapshot, ms. */
const FORGOTTEN_MS = 12 * 3_600_000;

/** The log continues this snapshot. */
const isUsable = ({ from, to }: KnownSnapshot, { first, last }: Pick<LogExtent, "first" | "last">): boolean =>
  from + 1 >= first && to <= last;

/**
 * The snapshots that the log continues, in the order of the log, oldest first. Times are not compared: the clock of the node that
 * took one may have been wrong.
 */
export const usableInOrder = (
  snapshots: readonly KnownSnapshot[],
  log: Pick<LogExtent, "first" | "last">,
): readonly KnownSnapshot[] =>
  snapshots
    .filter((snapshot) => isUsable(snapshot, log))
    .toSorted((a, b) => a.from - b.from || a.validMs - b.validMs);

/** The log has reached the size at which it should be shortened. */
export const isLong = (log: LogExtent): boolean => isFullFor(FULL_SHARE, log);

const isFullFor = (share: number, { bytes, maxBytes }: LogExtent): boolean =>
  maxBytes > 0 && bytes >= share * maxBytes;

export interface Due {
  readonly nowMs: number;
  readonly intervalMs: number;
  readonly log: LogExtent;
  readonly snapshots: readonly KnownSnapshot[];
  /** A running node cannot make its copy because it finds no usable snapshot. */
  readonly isLacking: boolean;
}

/** Whether a snapshot has to be taken now. */
export function isDue({ nowMs, intervalMs, log, snapshots, isLacking }: Due): boolean {
  const newest = usableInOrder(snapshots, log).at(-1);
  if (!newest) return true;
  const ageMs = nowMs - newest.validMs;
  if (ageMs >= intervalMs || (isLacking && ageMs >= LACKING_MS)) return true;
  return isLong(log) && log.last - newest.from >= NEW_SHARE * (log.last - log.first + 1);
}

export interface Candidates {
  readonly node: string;
  readonly isOwner: boolean;
  /** Names of the standbys that are current. */
  readonly current: readonly string[];
  /** Another node is already copying or verifying a snapshot. */
  readonly isTakenOn: boolean;
  /** How long the work has been due, ms. */
  readonly dueForMs: number;
}

/** Whether this node takes the snapshot: the first current standby by name; the owner when there is none, or when none did it in time. */
export function isMine({ node, isOwner, current, isTakenOn, dueForMs }: Candidates): boolean {
  if (isTakenOn) return false;
  if (!isOwner) return current.toSorted()[0] === node;
  return current.length === 0 || dueForMs >= STANDBY_MS;
}

/** Names of the snapshots that are no longer needed: the last two verified ones are kept with everything newer, at most five. */
export function unneeded(snapshots: readonly KnownSnapshot[], log: LogExtent): readonly string[] {
  const usable = usableInOrder(snapshots, log);
  const verified = usable.filter(({ isVerified }) => isVerified).slice(-KEPT_VERIFIED);
  const [oldest] = verified;
  // Nothing shows yet that a newer one can be restored.
  if (!oldest) {
    const others = snapshots.filter((snapshot) => !usable.includes(snapshot));
    return [...others, ...usable].slice(0, -KEPT).map(({ name }) => name);
  }
  const kept = new Set([
    ...verified,
    ...usable.slice(usable.indexOf(oldest) + 1).slice(-(KEPT - KEPT_VERIFIED)),
  ]);
  return snapshots.filter((snapshot) => !kept.has(snapshot)).map(({ name }) => name);
}

export interface LogUse {
  readonly log: LogExtent;
  readonly snapshots: readonly KnownSnapshot[];
  /** What every other node has applied, how long ago it reported that, and the age of the message that it applies next, ms. */
  readonly others: readonly {
    readonly applied: number;
    readonly sinceMs: number;
    readonly behindMs: number;
  }[];
  /** Up to where the archive has the log; null = none is written. */
  readonly archived: number | null;
}

/**
 * Up to which sequence the owner may remove messages; null = none. That is the last but one verified snapshot; from 80 % of the
 * size limit on, the last one. Messages that a node has not applied are kept, unless the node was not seen for 12 hours or is
 * 12 hours behind.
 */
export function mayPurgeUpTo({ log, snapshots, others, archived }: LogUse): number | null {
  const verified = usableInOrder(snapshots, log).filter(({ isVerified }) => isVerified);
  const oldest = verified.at(isFullFor(NEARLY_FULL_SHARE, log) ? -1 : -2);
  if (!oldest) return null;
  const seen = others.filter(({ sinceMs, behindMs }) => Math.max(sinceMs, behindMs) < FORGOTTEN_MS);
  const upTo = Math.min(
    oldest.from,
    (isFullFor(WITHOUT_ARCHIVE_SHARE, log) ? null : archived) ?? Number.POSITIVE_INFINITY,
    ...seen.map(({ applied }) => applied),
  );
  return upTo >= log.first ? upTo : null;
}
