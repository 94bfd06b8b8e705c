import type { OwnedCell } from "#platform/cell.ts";
import type { Clock } from "#platform/clock.ts";

/** Interval between checks of the deadline, ms. Doors check the deadline themselves; this check closes sockets. */
const WATCH_MS = 100;

export interface OwnedCellOptions {
  readonly number: number;
  readonly node: string;
  readonly epoch: number;
  /** True before the deadline of the lease. */
  readonly isOpen: () => boolean;
  readonly clock: Clock;
}

/** The cell as the product sees it; `stop` ends its timer. */
export function createOwnedCell(
  options: OwnedCellOptions,
): OwnedCell & { readonly passedAtMs: number | null; stop(): void } {
  const { number, node, epoch, isOpen, clock } = options;
  const listeners: (() => void)[] = [];
  let wasOpen = isOpen();
  let cancel = () => {};
  let passedAtMs: number | null = null;
  const watch = () => {
    const open = isOpen();
    if (wasOpen && !open) for (const listener of listeners) listener();
    wasOpen = open;
    cancel = clock.after(WATCH_MS, watch);
  };
  watch();
  return {
    number,
    node,
    epoch,
    get isLeaseValid() {
      return isOpen();
    },
    onLapse: (listener) => void listeners.push(listener),
    notePassedCheck() {
      passedAtMs = clock.now();
    },
    /** When a health check of a proxy last passed; null = never. */
    get passedAtMs() {
      return passedAtMs;
    },
    stop: () => cancel(),
  };
}
