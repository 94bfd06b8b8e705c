import { type AssetOptions, replaceCell } from "#cluster/log/jetstream/assets.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { APPEND_TIMEOUT_MS, type Attempt } from "./append.ts";

export type ReplaceLog = (attempt: Attempt, isLeaseOurs: () => boolean) => Promise<number | undefined>;

interface LogReplacerOptions {
  readonly nats: Nats;
  readonly cell: number;
  readonly log: BatchLog;
  readonly assets: AssetOptions;
  /** Called before the log is replaced, with the last sequence that this node knows. */
  readonly onReplace: (last: number) => void;
  /** The log has grown meanwhile and was not replaced. */
  readonly onKept: () => void;
}

/**
 * Replaces a log that lost messages, and stores the waiting message as the first one of the new log. Standbys that have applied
 * everything continue; the others need a new copy. Undefined when it was not possible: the caller repeats the append.
 */
export function createLogReplacer({
  nats,
  cell,
  log,
  assets,
  onReplace,
  onKept,
}: LogReplacerOptions): ReplaceLog {
  return async ({ body, id, expected }, isLeaseOurs) => {
    onReplace(expected);
    if (!(await replaceCell(nats, cell, expected, { ...assets, isLeaseOurs }))) {
      onKept();
      return undefined;
    }
    const appended = await log.append(body, { expected, id, timeoutMs: APPEND_TIMEOUT_MS });
    return appended.result === "stored" && !appended.isDuplicate ? appended.sequence : undefined;
  };
}
