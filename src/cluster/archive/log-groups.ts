import type { BatchLog } from "#cluster/log/log.ts";
import { type ChainLink, type Encoded, readHeader } from "#platform/db/ship/format.ts";
import { type Batch, createReader } from "#platform/db/ship/reader.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import type { BatchFollower } from "#platform/db/ship/shipping.ts";
import type { LogEnd } from "./epoch.ts";

/** A message group of the log with all its parts. */
export interface LogGroup extends LogEnd {
  readonly parts: readonly Uint8Array[];
}

const sizeOf = ({ parts }: Pick<Encoded, "parts">): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

/** The newest stored batches in memory, without a hole between them; beyond its limit it is emptied, because the log has them. */
export interface RecentBatches extends BatchFollower {
  /** Batches directly behind this link, in order, up to about this size; empty when it does not have the next one. */
  behind(link: ChainLink, maxBytes: number): readonly LogGroup[];
  /** True when it has the batch directly behind this link. */
  has(link: ChainLink): boolean;
  /** Forgets everything up to and including this sequence. */
  forget(sequence: number): void;
}

export function createRecentBatches(limitBytes: number): RecentBatches {
  let groups: LogGroup[] = [];
  let bytes = 0;
  let lastMs = 0;
  const at = ({ number }: ChainLink) => groups.findIndex((group) => group.number === number + 1);
  return {
    stored({ epoch, number, chain, parts }, sequence, capturedAtMs) {
      lastMs = capturedAtMs ?? lastMs;
      const group = { epoch, number, chain, parts, sequence, capturedAtMs: lastMs };
      const size = sizeOf(group);
      if (bytes + size > limitBytes) {
        groups = [];
        bytes = 0;
        return;
      }
      bytes += size;
      groups.push(group);
    },
    behind: (link, maxBytes) => upTo(groups.slice(at(link) < 0 ? groups.length : at(link)), maxBytes),
    has: (link) => at(link) >= 0,
    forget(sequence) {
      groups = groups.filter((group) => group.sequence > sequence);
      bytes = groups.reduce((sum, group) => sum + sizeOf(group), 0);
    },
  };
}

function upTo(groups: readonly LogGroup[], maxBytes: number): readonly LogGroup[] {
  const taken: LogGroup[] = [];
  let bytes = 0;
  for (const group of groups) {
    bytes += sizeOf(group);
    if (taken.length > 0 && bytes > maxBytes) break;
    taken.push(group);
  }
  return taken;
}

export interface ReadGroupsOptions {
  readonly log: BatchLog;
  readonly seal: BatchSeal;
  readonly after: LogEnd;
  /** Last sequence that is read. */
  readonly upTo: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** True when the groups after this link come from another source. */
  readonly isEnough: (link: ChainLink) => boolean;
}

/**
 * Message groups of the log behind `after`, up to about `maxBytes`. Throws LogGap when the log no longer has the next one, and
 * BrokenChain when it does not follow `after`.
 */
export async function readGroups(options: ReadGroupsOptions): Promise<readonly LogGroup[]> {
  const { log, seal, after, upTo: last, maxBytes, signal, isEnough } = options;
  const reader = createReader({ position: after, seal });
  const reading = new AbortController();
  const stop = () => reading.abort();
  signal.addEventListener("abort", stop);
  const groups: LogGroup[] = [];
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let capturedAtMs = after.capturedAtMs;
  try {
    for await (const { sequence, body } of log.follow(after.sequence + 1, reading.signal)) {
      if (signal.aborted) return [];
      parts.push(body);
      const batch = reader.read(body);
      if (batch) {
        capturedAtMs = timeOf(batch) ?? capturedAtMs;
        const { epoch, number, chain } = batch;
        // Parts of a group that its owner did not complete are left out.
        const complete = parts.slice(-readHeader(body).parts);
        groups.push({ epoch, number, chain, sequence, capturedAtMs, parts: complete });
        bytes += sizeOf({ parts: complete });
        parts = [];
      }
      if (sequence >= last || bytes >= maxBytes || (batch && isEnough(batch))) break;
    }
    return groups;
  } finally {
    stop();
    signal.removeEventListener("abort", stop);
  }
}

function timeOf(batch: Batch): number | undefined {
  if (batch.kind === "batch") return batch.capture.capturedAtMs;
  return batch.kind === "marker" ? batch.marker.atMs : undefined;
}
