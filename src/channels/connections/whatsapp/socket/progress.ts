/** Tracks work and detects when it does not end. */
export interface Progress {
  /** Tracks one task. `patience` multiplies the limit for a task that may take longer. */
  track<T>(kind: string, work: Promise<T>, patience?: number): Promise<T>;
  /** Called regularly with the ms since the last call; returns the reason when a task is stuck, else null. */
  look(passedMs: number): string | null;
}

interface Piece {
  readonly kind: string;
  readonly patience: number;
  /** Running time of the task in ms, added up by `look`. */
  runs: number;
}

// A single task may take this many times the limit while other tasks of its kind end.
const SINGLE_PATIENCE = 10;

/**
 * A kind is stuck when one of its tasks is running and none has ended for `limitMs`, or when a single task takes ten
 * times as long. Time is added up at each call of `look`, so a suspended machine or a blocked thread does not count.
 */
export function createProgress(limitMs: number): Progress {
  const running = new Set<Piece>();
  const idle = new Map<string, number>();
  return {
    track(kind, work, patience = 1) {
      const piece: Piece = { kind, patience, runs: 0 };
      running.add(piece);
      const ended = () => {
        running.delete(piece);
        idle.delete(kind);
      };
      work.then(ended, ended);
      return work;
    },
    look(passedMs) {
      const patience = new Map<string, number>();
      for (const piece of running) {
        piece.runs += passedMs;
        if (piece.runs > limitMs * piece.patience * SINGLE_PATIENCE) return `one ${piece.kind} does not end`;
        patience.set(piece.kind, Math.max(patience.get(piece.kind) ?? 1, piece.patience));
      }
      for (const [kind, factor] of patience) {
        const waits = (idle.get(kind) ?? 0) + passedMs;
        idle.set(kind, waits);
        if (waits > limitMs * factor) return `no ${kind} has ended for ${Math.round(waits / 1000)} s`;
      }
      return null;
    },
  };
}
