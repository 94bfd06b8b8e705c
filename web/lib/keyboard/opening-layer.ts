/**
 * A dialog that was opened and whose code is still loading. Text typed meanwhile is inserted into it and never into
 * the composer below, where Enter would send it (docs/rules/keyboard.md#opening-a-dialog).
 */

/** Maximum time the keyboard is held for a dialog that loads, ms. */
const LONGEST_HOLD_MS = 5_000;
/** Maximum number of characters kept for the dialog. */
const MOST_KEPT = 200;

const holds = new Set<object>();
let kept = "";

/** Whether a dialog is loading. */
export const isLayerOpening = (): boolean => holds.size > 0;

/** Stores a character for the text box that the dialog focuses. */
export function keepForLayer(character: string): void {
  if (kept.length < MOST_KEPT) kept += character;
}

/**
 * Starts to hold the keyboard for a dialog that is not rendered yet. `arrived` ends it when the dialog is rendered;
 * `cancelled` when it will not be.
 */
export function awaitLayer(): { readonly arrived: () => void; readonly cancelled: () => void } {
  const hold = {};
  holds.add(hold);
  const timer = setTimeout(() => end(false), LONGEST_HOLD_MS);
  const end = (isHere: boolean) => {
    clearTimeout(timer);
    if (!holds.delete(hold) || holds.size > 0) return;
    const text = kept;
    kept = "";
    if (isHere) typeIntoLayer(text);
  };
  return {
    // A dialog moves the focus in its effects: keys are kept until the next frame.
    arrived: () => void requestAnimationFrame(() => end(true)),
    cancelled: () => end(false),
  };
}

/** Types into the focused text box of a dialog; without one the text is dropped. */
function typeIntoLayer(text: string): void {
  const field = document.activeElement;
  if (text === "" || !field?.closest("[role=dialog], [role=alertdialog]")) return;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    // `execCommand` is the only API that updates both the browser's undo history and the state of the page.
    document.execCommand("insertText", false, text);
}
