import type { Appended, LogMessage, ReadAnswer } from "#cluster/log/log.ts";

/**
 * What an owner does about one message until it is stored or the node is deposed: docs/rules/cluster.md#append.
 * Pure: answers in, the next step out.
 */

/** Time-out of one attempt to append, ms. */
export const APPEND_TIMEOUT_MS = 2000;
/** Longer than the 10 s for which an isolated leader of JetStream still answers. */
export const LOSS_PROVEN_MS = 15_000;
/** Pause before the same question again, ms. */
const RETRY_MS = 200;
/** Pause while the log is full, ms. */
const FULL_MS = 1000;

/** The message that is being appended. `expected` is the last sequence that this node knows to be stored. */
export interface Attempt {
  readonly body: Uint8Array;
  readonly id: string;
  readonly expected: number;
}

type AppendStep =
  | { readonly do: "append" | "read"; readonly afterMs: number }
  | { readonly do: "done"; readonly sequence: number }
  /** Another node wrote: exit at once. */
  | { readonly do: "deposed"; readonly by: LogMessage }
  /** The log lost messages that this node knows to have been stored. */
  | { readonly do: "replace-log" }
  /** The servers have had no such log for `LOSS_PROVEN_MS`. */
  | { readonly do: "missing" };

/** Since when the log has answered as only a log that lost messages does; null while it has not. */
export interface AppendState {
  readonly absentSinceMs: number | null;
  readonly missingSinceMs: number | null;
}
export const FIRST_ATTEMPT: AppendState = { absentSinceMs: null, missingSinceMs: null };

export interface Decision {
  readonly state: AppendState;
  readonly step: AppendStep;
}

/** After the answer to an append. */
export function afterAppend(state: AppendState, attempt: Attempt, answer: Appended, nowMs: number): Decision {
  switch (answer.result) {
    case "stored":
      // A recognised id does not prove that the body is equal, and another sequence does not prove that the order is right.
      return answer.isDuplicate || answer.sequence !== attempt.expected + 1
        ? { state, step: { do: "read", afterMs: 0 } }
        : { state, step: { do: "done", sequence: answer.sequence } };
    case "wrong-sequence":
      return { state: { ...state, missingSinceMs: null }, step: { do: "read", afterMs: 0 } };
    case "missing": {
      const missingSinceMs = state.missingSinceMs ?? nowMs;
      const isProven = nowMs - missingSinceMs >= LOSS_PROVEN_MS;
      return {
        state: { ...state, missingSinceMs },
        step: isProven ? { do: "missing" } : { do: "append", afterMs: RETRY_MS },
      };
    }
    case "full":
      return { state: FIRST_ATTEMPT, step: { do: "append", afterMs: FULL_MS } };
    case "unknown":
      // The servers did not answer, so their earlier answers no longer count as uninterrupted.
      return { state: FIRST_ATTEMPT, step: { do: "append", afterMs: RETRY_MS } };
  }
}

/** After the answer to a read of `expected + 1`, which follows a refused or unclear append. */
export function afterRead(
  state: AppendState,
  attempt: Attempt,
  answer: ReadAnswer,
  nowMs: number,
  isLeaseOurs: boolean,
): Decision {
  switch (answer.result) {
    case "found": {
      const { message } = answer;
      return isSame(attempt, message)
        ? { state, step: { do: "done", sequence: message.sequence } }
        : { state, step: { do: "deposed", by: message } };
    }
    case "absent": {
      const absentSinceMs = state.absentSinceMs ?? nowMs;
      const isProven = nowMs - absentSinceMs >= LOSS_PROVEN_MS && isLeaseOurs;
      return {
        state: { ...state, absentSinceMs },
        step: isProven ? { do: "replace-log" } : { do: "append", afterMs: RETRY_MS },
      };
    }
    case "unknown":
      return { state: FIRST_ATTEMPT, step: { do: "append", afterMs: RETRY_MS } };
  }
}

/** True if the stored message is this attempt, byte for byte. */
function isSame(attempt: Attempt, message: LogMessage): boolean {
  return message.id === attempt.id && Buffer.compare(attempt.body, message.body) === 0;
}
