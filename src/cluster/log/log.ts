/** The replicated log of one cell as the rest of the product sees it. Adapters: JetStream, and a faulty one in memory for tests. */

/** A stored message. Its body is one part of a batch, or an epoch marker. */
export interface LogMessage {
  /** Position in the log, from 1, without holes while the log is intact. */
  readonly sequence: number;
  /** The id under which the writer appended it: `epoch:batch:part`, or the id of a marker. */
  readonly id: string;
  readonly body: Uint8Array;
  /** Wall clock of the server that stored it; for display and point-in-time restore, never to decide. */
  readonly storedAtMs: number;
}

/**
 * The answer to an append.
 * - `stored`: a majority has it on disk. With `isDuplicate` the server only recognised the id, which another writer may have used:
 *   the caller must compare the stored body with its own.
 * - `wrong-sequence`: the log does not end where the writer expected. The reason is unknown: an earlier attempt of ours was
 *   stored, another node wrote, an isolated leader answers from an old state, or messages were lost.
 * - `unknown`: time-out or lost connection. The message may be stored, now or later.
 * - `full`: the log has reached its size limit and refuses.
 * - `missing`: the servers have no such log. It must never be created again silently.
 */
export type Appended =
  | { readonly result: "stored"; readonly sequence: number; readonly isDuplicate: boolean }
  | { readonly result: "wrong-sequence" | "unknown" | "full" | "missing" };

/** The answer to a read. `absent` is the view of one server, which may be behind; `unknown` is a time-out or a lost connection. */
export type ReadAnswer =
  | { readonly result: "found"; readonly message: LogMessage }
  | { readonly result: "absent" | "unknown" };

/** What the servers report about the log: for display, alerts and readiness; it never decides who may write. */
export interface LogState {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  /** Size at which appends are refused; 0 = no limit. */
  readonly maxBytes: number;
  /** Name of the server that leads the log; empty while none does. */
  readonly leader: string;
  readonly replicas: readonly LogReplica[];
}
interface LogReplica {
  readonly name: string;
  readonly isCurrent: boolean;
  /** Messages that it is behind. */
  readonly lag: number;
}

/** The next message of a reader is no longer (or not yet) in the log: a new copy is needed. */
export class LogGap extends Error {
  override readonly name = "LogGap";
  readonly expected: number;
  /** First sequence that the log could deliver. */
  readonly found: number;
  constructor(expected: number, found: number) {
    super(`the log begins at ${found}, expected ${expected}`);
    this.expected = expected;
    this.found = found;
  }
}

export interface BatchLog {
  /**
   * Appends one message if the last sequence of the log is `expected`. Never rejects for reasons of the network.
   * The same `id` may be appended again after `unknown`.
   */
  append(
    body: Uint8Array,
    options: { readonly expected: number; readonly id: string; readonly timeoutMs: number },
  ): Promise<Appended>;
  read(sequence: number, options: { readonly timeoutMs: number }): Promise<ReadAnswer>;
  /**
   * Every message from this sequence on, in order, without holes, until the signal aborts. Waits for new messages and
   * reconnects by itself. Throws `LogGap` when the log no longer has `from`.
   */
  follow(from: number, signal: AbortSignal): AsyncIterable<LogMessage>;
  /** Removes everything up to and including this sequence. */
  purge(upTo: number): Promise<void>;
  /** Throws when no server answers. */
  state(): Promise<LogState>;
  close(): Promise<void>;
}
