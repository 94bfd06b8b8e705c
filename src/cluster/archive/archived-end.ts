import { readHeader } from "#platform/db/ship/format.ts";
import { type LogEnd, lastEpoch, readClaim, type StoredClaim } from "./epoch.ts";
import { hourPrefixes, readSegmentName } from "./names.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";
import { readSegment } from "./segment.ts";

/** Clocks of machines may differ by this much, ms. */
const SKEW_MS = 60 * 60_000;
/**
 * Number of hours with segments that are searched for the newest segment, because batches of an owner with a late clock are in
 * an earlier hour.
 */
const HOURS = 2;

/** The newest claim in the archive of a cell, and the end of the archived log. */
export interface ArchivedState {
  /** The newest claim; undefined for an empty archive. */
  readonly claim: StoredClaim | undefined;
  /** Up to where the archive has the log; undefined when it was written on one machine, or is empty. */
  readonly end: LogEnd | undefined;
}

/** Reads the state of the archive of a cell. Throws ArchiveError. */
export async function readArchived(store: ObjectStore, cell: number, nowMs: number): Promise<ArchivedState> {
  const epoch = await lastEpoch(store, cell);
  if (epoch === 0) return { claim: undefined, end: undefined };
  const claim = await readClaim(store, cell, epoch);
  const { start } = claim;
  return { claim, end: start && ((await lastSegmentEnd(store, cell, claim, nowMs)) ?? start) };
}

/**
 * The end of the newest segment that the writer of this claim stored. Segments of other writers are ignored, because a later
 * owner may have disowned them.
 */
async function lastSegmentEnd(
  store: ObjectStore,
  cell: number,
  { epoch, startedAtMs, start }: StoredClaim,
  nowMs: number,
): Promise<LogEnd | undefined> {
  const fromMs = Math.min(startedAtMs, start?.capturedAtMs ?? startedAtMs) - SKEW_MS;
  let newest: { readonly name: string; readonly sequence: number } | undefined;
  let hours = 0;
  for (const prefix of [...hourPrefixes(cell, fromMs, nowMs + SKEW_MS)].reverse()) {
    let isFound = false;
    for await (const { name } of store.list(prefix)) {
      const read = readSegmentName(name);
      if (read?.epoch !== epoch) continue;
      isFound = true;
      if (read.segment > (newest?.sequence ?? 0)) newest = { name, sequence: read.segment };
    }
    if (isFound) hours += 1;
    if (hours === HOURS) break;
  }
  if (!newest) return undefined;
  const bytes = await store.read(newest.name);
  const last = bytes && [...readSegment(bytes)].at(-1);
  if (!last) throw new ArchiveError(`${newest.name} is missing in ${store.place}`);
  const { epoch: batchEpoch, number, chain } = readHeader(last.part);
  return {
    epoch: batchEpoch,
    number,
    chain,
    capturedAtMs: last.capturedAtMs,
    sequence: newest.sequence,
  };
}
