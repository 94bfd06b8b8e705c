import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Log } from "#platform/log.ts";

/** File in the data directory of an owner that created its log again; it has the sequence after which the new log begins. */
const FILE = "log-made-again";

export interface ReplacedLogOptions {
  readonly directory: string;
  readonly cell: number;
  /** Heartbeats of the other nodes that are alive. */
  readonly alive: () => readonly Heartbeat[];
  /** The sequence from which the log continues the newest complete snapshot; null = none. */
  readonly snapshotFrom: () => number | null;
  readonly journal: Pick<Log, "warn" | "info">;
}

/**
 * An owner whose log lost messages creates the log again after its own last message. Until a standby has the same data, or a
 * snapshot of it is complete, only the disk of this owner has everything before, so nothing is acknowledged
 * (docs/rules/cluster.md#rebase).
 */
export interface ReplacedLog {
  /** True while nothing may be acknowledged. */
  readonly isWithheld: boolean;
  /** Called before the log begins after this sequence. */
  begins(behind: number): void;
  /** Called when the log was not replaced after all, or another node has the data. */
  forget(): void;
}

export function watchReplacedLog(options: ReplacedLogOptions): ReplacedLog {
  const { directory, cell, alive, snapshotFrom, journal } = options;
  let behind = readBehind(directory);
  const isCovered = (last: number): boolean =>
    (snapshotFrom() ?? -1) >= last ||
    alive().some((beat) => beat.role === "standby" && beat.isReady && (beat.applied[cell] ?? 0) >= last);
  const forget = () => {
    behind = null;
    forgetReplacedLog(directory);
  };
  return {
    get isWithheld() {
      if (behind === null) return false;
      if (!isCovered(behind)) return true;
      journal.info(
        { behind },
        "a standby or a snapshot has what the log does not: commits are acknowledged again",
      );
      forget();
      return false;
    },
    begins(last) {
      if (isCovered(last)) return;
      behind = last;
      write(join(directory, FILE), String(last));
      journal.warn(
        { behind },
        "no standby has everything: nothing is acknowledged until a snapshot is complete",
      );
    },
    forget,
  };
}

/** Call it when the files of this directory are no longer those of the owner that created its log again. */
export const forgetReplacedLog = (directory: string): void => rmSync(join(directory, FILE), { force: true });

function readBehind(directory: string): number | null {
  try {
    return Number(readFileSync(join(directory, FILE), "utf8"));
  } catch {
    return null;
  }
}

function write(path: string, text: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
