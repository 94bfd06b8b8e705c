import type { Appender } from "#cluster/ownership/appender.ts";
import type { Clock } from "#platform/clock.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import type { Shipper } from "#platform/db/ship/shipper.ts";
import { type BatchFollower, type Shipping, startShipping } from "#platform/db/ship/shipping.ts";
import type { AppendFigures } from "./append-figures.ts";

/** The part of the ownership that an owner's log uses. */
export interface NodeOwnership {
  readonly appender: Appender;
  readonly opensUntilMs: number;
}

export interface CommitLogOptions {
  readonly directory: string;
  readonly shipper: Shipper;
  readonly ownership: NodeOwnership;
  readonly seal: BatchSeal;
  /** Position of this node's own marker; the first batch follows it. */
  readonly start: Position;
  /** Monotonic. */
  readonly clock: Clock;
  readonly figures: AppendFigures;
  readonly followers?: readonly BatchFollower[];
  readonly onSyncError?: (error: unknown) => void;
}

/** Appends everything that was committed so far as one batch; one batch is in flight at a time. */
export interface NodeCommitLog {
  ship(): Promise<void>;
  /** Monotonic time before which acknowledgements count, ms. */
  deadline(): number;
  readonly shipping: Shipping;
  /** Sequence of the last acknowledged message. */
  readonly sequence: number;
}

export function createCommitLog(options: CommitLogOptions): NodeCommitLog {
  const { ownership, start, clock, figures } = options;
  let { sequence } = start;
  const shipping = startShipping({
    directory: options.directory,
    shipper: options.shipper,
    seal: options.seal,
    start,
    clock,
    ...(options.followers && { followers: options.followers }),
    ...(options.onSyncError && { onSyncError: options.onSyncError }),
    sink: {
      async append(batch) {
        const startedMs = clock.now();
        let bytes = 0;
        // A batch that failed half-way is appended again from its first part; stored parts are recognised by their bytes.
        let expected = sequence;
        for (const [part, body] of batch.parts.entries()) {
          expected = await ownership.appender.append({ body, id: batch.id(part), expected });
          bytes += body.length;
        }
        sequence = expected;
        figures.add({ ms: clock.now() - startedMs, bytes });
        return sequence;
      },
    },
  });
  return {
    ship: shipping.ship,
    deadline: () => ownership.opensUntilMs,
    shipping,
    get sequence() {
      return sequence;
    },
  };
}
