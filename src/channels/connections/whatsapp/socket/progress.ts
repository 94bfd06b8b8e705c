/** Tracks work and detects when it does not end. */
export interface Progress {
  /** Tracks one task. `patience` multiplies the limit for a task that may take longer. */
  track<T>(kind: string, work: Promise<T>, patience?: number): Promise<T>;
  /** Called regularly with the ms since the last call; returns the reason when a task is stuck, else null. */
  look(passedMs: number): string | null;
}

interface Task {
  readonly kind: string;
  readonly patience: number;
  /** Running time of the task in ms, added up by `look`. */
  runs: number;
}

/**
 * A task is stuck when it runs longer than its limit, whether other tasks end or not. Time is added up at each call of
 * `look`, so a suspended machine or a blocked thread does not count.
 */
export function createProgress(limitMs: number): Progress {
  const running = new Set<Task>();
  return {
    track(kind, work, patience = 1) {
      const task: Task = { kind, patience, runs: 0 };
      running.add(task);
      const ended = () => void running.delete(task);
      work.then(ended, ended);
      return work;
    },
    look(passedMs) {
      for (const task of running) {
        task.runs += passedMs;
        if (task.runs > limitMs * task.patience)
          return `a ${task.kind} has not ended for ${Math.round(task.runs / 1000)} s`;
      }
      return null;
    },
  };
}
