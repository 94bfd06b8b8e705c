/**
 * The element that has the keyboard while nothing has the focus: the row that took the place of a removed one, or the
 * row below a dialog that was closed (docs/rules/keyboard.md#rows-that-leave).
 */
let find: (() => HTMLElement | null) | null = null;

/** Sets where the keyboard goes while nothing has the focus. Returns a function that ends it. */
export function setKeyboardHome(next: () => HTMLElement | null): () => void {
  find = next;
  return () => {
    if (find === next) find = null;
  };
}

/** Whether no element has the focus, as after the removal of the one that had it. */
export function hasNothingFocus(): boolean {
  const focus = document.activeElement;
  return focus === null || focus === document.body || focus === document.documentElement;
}

export const keyboardHome = (): HTMLElement | null => find?.() ?? null;
