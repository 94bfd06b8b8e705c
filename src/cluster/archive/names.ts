/**
 * Names of the objects of one cell (docs/rules/cluster.md#archive). They sort by time: `1/log/2026-11-20T14/00000003-0000000042-1763647380123`
 * is segment 42 of the writer that claimed epoch 3, whose last batch was captured at that time.
 */
export interface SegmentName {
  readonly epoch: number;
  /** Increases within an epoch. In a cluster: the sequence of its last message in the log. */
  readonly segment: number;
  /** When the last batch of this object was captured, ms since 1970. */
  readonly lastMs: number;
}

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");
/** The hour of a time in UTC: `2026-11-20T14`. */
const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, 13);

export const logPrefix = (cell: number): string => `${cell}/log/`;
const hourPrefix = (cell: number, ms: number): string => `${logPrefix(cell)}${hourOf(ms)}/`;
export const snapshotPrefix = (cell: number): string => `${cell}/snapshots/`;
export const chunkPrefix = (cell: number): string => `${cell}/chunks/`;
export const epochPrefix = (cell: number): string => `${cell}/epochs/`;

export function segmentName(cell: number, { epoch, segment, lastMs }: SegmentName): string {
  return `${hourPrefix(cell, lastMs)}${padded(epoch, 8)}-${padded(segment, 10)}-${padded(lastMs, 13)}`;
}

/** Undefined for a name that is no segment. */
export function readSegmentName(name: string): SegmentName | undefined {
  const [, epoch, segment, lastMs] = /\/(\d{8})-(\d{10})-(\d{13})$/.exec(name) ?? [];
  if (epoch === undefined || segment === undefined || lastMs === undefined) return undefined;
  return { epoch: Number(epoch), segment: Number(segment), lastMs: Number(lastMs) };
}

export const gapPrefix = (cell: number): string => `${cell}/gaps/`;

/** The object of an archive that began without the changes before it. */
export const gapName = (cell: number, atMs: number, epoch: number): string =>
  `${gapPrefix(cell)}${padded(atMs, 13)}-${padded(epoch, 8)}`;

/** When it began, ms since 1970, by the clock of the owner of this epoch; undefined for a name that is no gap. */
export function readGapName(name: string): { readonly atMs: number; readonly epoch: number } | undefined {
  const [, atMs, epoch] = /\/(\d{13})-(\d{8})$/.exec(name) ?? [];
  return atMs === undefined ? undefined : { atMs: Number(atMs), epoch: Number(epoch) };
}

export const epochName = (cell: number, epoch: number): string => `${epochPrefix(cell)}${padded(epoch, 8)}`;

/** `validMs`: a restore reaches this time and later ones. */
export interface SnapshotName {
  readonly validMs: number;
  readonly epoch: number;
}

export const snapshotName = (cell: number, { validMs, epoch }: SnapshotName): string =>
  `${snapshotPrefix(cell)}${padded(validMs, 13)}-${padded(epoch, 8)}`;

export const verifiedPrefix = (cell: number): string => `${cell}/verified/`;
export const hashesPrefix = (cell: number): string => `${cell}/hashes/`;
/** The name of the note that hashes of all databases were published at this time. */
export const hashesName = (cell: number, atMs: number): string => hashesPrefix(cell) + padded(atMs, 13);
/** The name of the note that a snapshot was restored for a test. */
export const verifiedName = (cell: number, snapshot: string): string =>
  verifiedPrefix(cell) + snapshot.slice(snapshotPrefix(cell).length);

/** Undefined for a name that is no snapshot. */
export function readSnapshotName(name: string): SnapshotName | undefined {
  const [, validMs, epoch] = /\/(\d{13})-(\d{8})$/.exec(name) ?? [];
  return validMs === undefined ? undefined : { validMs: Number(validMs), epoch: Number(epoch) };
}

/** Every hour from one time to another as prefixes, in order. */
export function* hourPrefixes(cell: number, fromMs: number, toMs: number): Generator<string> {
  const HOUR_MS = 3_600_000;
  for (let at = Math.floor(fromMs / HOUR_MS) * HOUR_MS; at <= toMs; at += HOUR_MS) yield hourPrefix(cell, at);
}
