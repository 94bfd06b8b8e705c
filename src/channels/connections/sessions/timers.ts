import type { Clock } from "#platform/clock.ts";

/** A session that cannot connect for this long becomes TIMEOUT (docs/rules/connections.md#states). */
export const OFFLINE_MS = 60_000;
export const PAIRING_MS = 120_000;
/** A little more than the limit of the driver, which knows the exact time of the request. */
export const PASSKEY_MS = 605_000;

/** Named timers; setting a timer again replaces it. */
export interface Timers<Name extends string> {
  set(name: Name, ms: number, task: () => void): void;
  /** Sets a timer only when it is not running. */
  begin(name: Name, ms: number, task: () => void): void;
  /** True while the timer is running. */
  has(name: Name): boolean;
  cancel(name: Name): void;
  cancelAll(): void;
}

export function createTimers<Name extends string>(clock: Clock): Timers<Name> {
  const running = new Map<Name, () => void>();
  const cancel = (name: Name) => {
    running.get(name)?.();
    running.delete(name);
  };
  const set = (name: Name, ms: number, task: () => void) => {
    cancel(name);
    running.set(
      name,
      clock.after(ms, () => {
        running.delete(name);
        task();
      }),
    );
  };
  return {
    set,
    has: (name) => running.has(name),
    begin(name, ms, task) {
      if (!running.has(name)) set(name, ms, task);
    },
    cancel,
    cancelAll() {
      for (const name of [...running.keys()]) cancel(name);
    },
  };
}
