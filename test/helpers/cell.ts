import type { OwnedCell } from "#platform/cell.ts";

/** The cell of a cluster whose lease a test ends and renews. */
export interface TestCell extends OwnedCell {
  /** The lease deadline passes. */
  lapse(): void;
  /** The lease is renewed. */
  renew(): void;
}

export function testCell({ epoch = 1, number = 1 } = {}): TestCell {
  let isLeaseValid = true;
  const listeners: (() => void)[] = [];
  return {
    number,
    node: "a",
    epoch,
    get isLeaseValid() {
      return isLeaseValid;
    },
    onLapse: (listener) => void listeners.push(listener),
    lapse() {
      isLeaseValid = false;
      for (const listener of listeners) listener();
    },
    renew() {
      isLeaseValid = true;
    },
  };
}
