import { giveToComposer } from "./active-composer.ts";

/**
 * A dialog that was opened and whose code is still loading. Text typed meanwhile is inserted into it and never into
 * the composer below, where Enter would send it (docs/rules/keyboard.md#opening-a-dialog).
 */

/** Maximum time the keyboard is held for a dialog that loads, ms. */
export const LONGEST_HOLD_MS = 5_000;
/** A dialog moves the focus in its effects; kept text waits at most so many frames for a focused text box. */
const FOCUS_FRAMES = 10;
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
 * `cancelled` when it will not be, or is removed. A part that opened a conversation and was removed leaves the text to it.
 */
export function awaitLayer(): { readonly arrived: () => void; readonly cancelled: () => void } {
  const hold = {};
  const { pathname: from } = globalThis.location;
  let isHere = false;
  holds.add(hold);
  const timer = setTimeout(() => end(false), LONGEST_HOLD_MS);
  const end = (isGiven: boolean) => {
    clearTimeout(timer);
    if (!holds.delete(hold) || holds.size > 0) return;
    const text = kept;
    kept = "";
    if (isGiven) typeIntoLayer(text);
  };
  const afterFocus = (frames: number): void => {
    requestAnimationFrame(() => {
      if (kept === "" || frames === 1 || focusedField()) end(true);
      else afterFocus(frames - 1);
    });
  };
  return {
    arrived: () => {
      isHere = true;
      afterFocus(FOCUS_FRAMES);
    },
    cancelled: () => end(isHere && globalThis.location.pathname !== from),
  };
}

/** Dialogs, menus and popovers that were closed and fade out: the keyboard belongs to the page below already. */
export const CLOSED = "[data-exiting]";
/**
 * Elements into whose text box the kept text is typed. `data-keyboard-layer` marks a layer that does not cover the page, such
 * as the chosen files.
 */
const LAYERS = "[role=dialog], [role=alertdialog], [data-keyboard-layer]";

/** Whether a dialog or menu is open; one that was closed and fades out is not. */
export const isOpenLayer = (layer: Element): boolean => layer.closest(CLOSED) === null;

/** The text box of a dialog that has the focus, or its list of choices, which chooses by letters. */
function focusedField(): { readonly element: HTMLElement; readonly isText: boolean } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.closest(LAYERS) || !isOpenLayer(element)) return null;
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText || element.matches("[aria-haspopup=listbox]") ? { element, isText } : null;
}

/**
 * Types into the focused text box of a dialog, or into its list of choices. A dialog without either drops the text. When no
 * dialog appeared, because the part is rendered in its place on the page, the text belongs to the composer.
 */
function typeIntoLayer(text: string): void {
  if (text === "") return;
  const field = focusedField();
  // `execCommand` is the only API that updates both the browser's undo history and the state of the page.
  if (field?.isText) document.execCommand("insertText", false, text);
  else if (field) for (const key of text) field.element.dispatchEvent(keyOf(key));
  else if (![...document.querySelectorAll(LAYERS)].some(isOpenLayer)) giveToComposer(text);
}

const keyOf = (key: string) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
