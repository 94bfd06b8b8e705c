import type { BatchLog } from "#cluster/log/log.ts";
import type { Clock } from "#platform/clock.ts";
import {
  APPEND_TIMEOUT_MS,
  type Attempt,
  afterAppend,
  afterRead,
  type Decision,
  FIRST_ATTEMPT,
} from "./append.ts";
import type { ReplaceLog } from "./replace-log.ts";

/** Thrown to the shipper when an append can no longer succeed. The process is about to exit. */
class AppendLost extends Error {
  override readonly name = "AppendLost";
  constructor(reason: string) {
    super(`append lost: ${reason}`);
  }
}

export interface AppenderOptions {
  readonly log: BatchLog;
  readonly clock: Clock;
  readonly isLeaseOurs: () => boolean;
  readonly isStopped: () => boolean;
  /** Replaces the log behind the attempt's `expected` sequence; returns the sequence of the attempt, undefined if it was not possible. */
  readonly replaceLog: ReplaceLog;
  readonly onLost: (reason: "deposed" | "missing") => void;
}

export interface Appender {
  /**
   * Stores one message behind `expected` and returns its sequence. Repeats until it is stored; the doors close by the lease
   * deadline meanwhile. Throws `AppendLost` when another node wrote. One call at a time.
   */
  append(attempt: Attempt): Promise<number>;
}

/** The owner's way to the log: one message at a time, each answer resolved by docs/rules/cluster.md#append. */
export function createAppender(options: AppenderOptions): Appender {
  const { log, clock } = options;
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  return {
    async append(attempt) {
      const { body, id, expected } = attempt;
      let state = FIRST_ATTEMPT;
      let next: "append" | "read" = "append";
      for (;;) {
        if (options.isStopped()) throw new AppendLost("stopped");
        const decision: Decision =
          next === "append"
            ? afterAppend(
                state,
                attempt,
                await log.append(body, { expected, id, timeoutMs: APPEND_TIMEOUT_MS }),
                clock.now(),
              )
            : afterRead(
                state,
                attempt,
                await log.read(expected + 1, { timeoutMs: APPEND_TIMEOUT_MS }),
                clock.now(),
                options.isLeaseOurs(),
              );
        state = decision.state;
        const { step } = decision;
        if (step.do === "done") return step.sequence;
        if (step.do === "deposed" || step.do === "missing") {
          options.onLost(step.do);
          throw new AppendLost(step.do);
        }
        if (step.do === "replace-log") {
          const sequence = await options.replaceLog(attempt, options.isLeaseOurs).catch(() => undefined);
          if (sequence !== undefined) return sequence;
          state = FIRST_ATTEMPT;
          next = "append";
          continue;
        }
        next = step.do;
        if (step.afterMs > 0) await pause(step.afterMs);
      }
    },
  };
}
