import { keyOf, type Piece, type PieceHash } from "#cluster/snapshot/pieces.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import type { ShippedPath } from "#platform/db/ship/capture.ts";

/**
 * The comparison of the owner's databases with those of its standbys (docs/rules/cluster.md#hashes). The owner appends two notices
 * for each group of pieces: the first one fixes the moment, because both sides know their files exactly as they are at one message
 * of the log; the second one has the owner's hashes.
 */
export type CompareNotice = Notice & {
  readonly type: "compare";
  /** Names the group. */
  readonly id: string;
  readonly pieces: readonly Piece[];
};

export type HashesNotice = Notice & {
  readonly type: "hashes";
  /** Names the comparison of all databases. */
  readonly run: string;
  readonly id: string;
  readonly hashes: readonly Omit<PieceHash, "isLast">[];
  /** In the last notice of a run: how many hashes it published. */
  readonly total?: number;
};

export const isCompareNotice = (notice: Notice): notice is CompareNotice =>
  notice.type === "compare" && Array.isArray(notice["pieces"]);

/** False for the notices of versions that compared whole files. */
export const isHashesNotice = (notice: Notice): notice is HashesNotice =>
  notice.type === "hashes" && Array.isArray(notice["hashes"]);

/** What one copy has found in the run that is going on. */
export interface Comparison {
  /** The hashes of this copy at the first notice of a group. */
  noteOwn(id: string, hashes: readonly PieceHash[]): void;
  /** The owner's hashes. Returns the databases that differ and were not reported before in this run. */
  take(notice: HashesNotice): readonly ShippedPath[];
  /** Pieces that were compared in the run, and databases that differ. */
  readonly compared: number;
  readonly differing: number;
  /** The last run of which this copy has compared every piece; null = none. Heartbeats report it. */
  readonly complete: string | null;
}

export function createComparison(): Comparison {
  let own: { readonly id: string; readonly hashes: ReadonlyMap<string, string> } | null = null;
  let run = "";
  let compared = 0;
  let differing = new Set<ShippedPath>();
  let complete: string | null = null;
  return {
    get compared() {
      return compared;
    },
    get differing() {
      return differing.size;
    },
    get complete() {
      return complete;
    },
    noteOwn(id, hashes) {
      own = { id, hashes: new Map(hashes.map((piece) => [keyOf(piece), piece.hash])) };
    },
    take({ run: current, id, hashes, total }) {
      if (current !== run) {
        run = current;
        compared = 0;
        differing = new Set();
      }
      const found: ShippedPath[] = [];
      for (const piece of hashes) {
        const mine = own?.id === id ? own.hashes.get(keyOf(piece)) : undefined;
        if (mine === undefined) continue;
        compared += 1;
        if (mine === piece.hash || differing.has(piece.path)) continue;
        differing.add(piece.path);
        found.push(piece.path);
      }
      own = null;
      if (compared === total) complete = run;
      return found;
    },
  };
}
