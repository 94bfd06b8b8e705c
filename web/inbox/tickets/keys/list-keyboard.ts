/** Layers that take the focus from the list for a moment: dialogs, menus, lists of choices and the strip of commands. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .command-strip";
/** A layer that was closed and fades out. */
const CLOSED = "[data-exiting]";

/** Whether a layer has the focus. */
export const isOnLayer = (focus: Element | null): boolean =>
  focus !== null && focus.closest(LAYERS) !== null && focus.closest(CLOSED) === null;

/**
 * Whether the list has the keyboard: a row has the focus, or had it until a layer was opened over it or it was removed
 * (docs/rules/keyboard.md#rows-that-leave).
 */
export const listKeyboard = {
  isHeld: false,

  /** Follows the focus and the mouse. Returns a function that stops it. */
  follow(): () => void {
    const notice = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (target.closest("[data-ticket]")) listKeyboard.isHeld = true;
      else if (target.closest(LAYERS) === null) listKeyboard.isHeld = false;
    };
    const events = ["focusin", "pointerdown"] as const;
    for (const name of events) document.addEventListener(name, notice, true);
    return () => {
      for (const name of events) document.removeEventListener(name, notice, true);
      listKeyboard.isHeld = false;
    };
  },
};
