import type { Sqlite } from "#platform/db/open.ts";
import type { ShippedPath } from "#platform/db/ship/capture.ts";
import { AppError } from "#platform/errors.ts";
import type { ThreadCommits } from "./thread.ts";

/** How files are opened whose commits must become durable. */
interface Opening {
  /** `full`: SQLite syncs each commit. `remote`: no commit waits for the local disk, and SQLite never checkpoints itself. */
  readonly durability: "full" | "remote";
  /** Called after each commit on a handle. Absent: commits are not observed, at no cost. */
  readonly onCommit?: (client: Sqlite) => void;
}

/**
 * Where a commit must be before its effect may leave the process: on the local disk (`createLocalDurability`), or
 * acknowledged by other machines (`createRemoteDurability`).
 */
export interface Durability {
  /**
   * Resolves once every commit that this process made so far on this handle (on any handle, without one) is durable.
   * Rejects with `DurabilityError` when it cannot become durable, and with the error of the disk.
   */
  durable(client?: Sqlite): Promise<void>;
  /** Whether `durable` would wait for something. */
  isPending(client?: Sqlite): boolean;
  /** False past the deadline of the lease: no effect may leave the process, not even an answer that only read. */
  readonly isOpen: boolean;
  /** Observed commits of this process so far. The HTTP layer compares it around a request. */
  readonly commits: number;
  /** Whether effects wait for other machines. False: commits of requests are durable when their handler returns. */
  readonly isRemote: boolean;
  readonly opening: Opening;
  /**
   * Hands commits of another thread to the log or archive, and resolves once they are durable. Absent when nothing observes
   * commits: threads then sync their files themselves.
   */
  durableElsewhere?(commits: Omit<ThreadCommits, "upTo">): Promise<void>;
  /** A small file that carries state was written or removed (`notePath`); its path is relative to the data directory. */
  changed?(path: ShippedPath): void;
  /**
   * A folder of closed databases was moved into place (`storePath`). Resolves when the log has it, which takes it in pieces. Absent:
   * `changed` takes it. Rejects as `durable`, and when the folder changes meanwhile.
   */
  placed?(path: ShippedPath): Promise<void>;
  /** `opened` is called after the migrations of a file, `closing` before the file is closed. Both are synchronous. */
  opened(client: Sqlite): void;
  closing(client: Sqlite): void;
}

/** 503: what the request wrote is not known to be durable. A client may repeat the request under its idempotency key. */
export class DurabilityError extends AppError {
  /** `closed`: the lease is past its deadline. `late`: not acknowledged in time. `failed`: the log refused it. */
  readonly reason: "closed" | "late" | "failed";

  constructor(reason: DurabilityError["reason"]) {
    super(503, "ERR_NOT_DURABLE");
    this.reason = reason;
  }
}
