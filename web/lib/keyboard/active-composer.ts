import { signal } from "@preact/signals-react";

/**
 * The composer on screen. While there is one, every typed character is inserted into it
 * (docs/rules/keyboard.md#text-is-only-text).
 */
export interface ComposerInput {
  /** Moves the focus into the text box. */
  focus(): void;
  /** Inserts text at the cursor. */
  insert(text: string): void;
  /** Element of the composer, above which the strip of commands is shown. */
  readonly element: () => HTMLElement | null;
}

/**
 * Maximum number of typed characters kept between the opening of a conversation and the first render of its composer.
 */
const MOST_KEPT = 200;

const place = signal<ComposerInput | null>(null);
let awaited = 0;
let kept = "";

/** The composer that receives typed text; null while no conversation is open for writing. */
export const activeComposer = place;

/** Whether text can be written: `opening` while a conversation loads and its composer is not rendered yet. */
export function composerState(): "open" | "opening" | "none" {
  if (place.peek()) return "open";
  return awaited > 0 ? "opening" : "none";
}

/**
 * Registers the composer on screen and inserts the text typed while it loaded. Returns a function that unregisters it.
 */
export function registerComposer(opened: ComposerInput): () => void {
  place.value = opened;
  if (kept !== "") {
    opened.focus();
    opened.insert(kept);
    kept = "";
  }
  return () => {
    if (place.peek() === opened) place.value = null;
  };
}

/**
 * Starts to keep typed text for a conversation that is loading. Returns a function that ends it; the text is kept for
 * one more task, in which the composer may register.
 */
export function awaitComposer(): () => void {
  awaited += 1;
  return () => {
    awaited -= 1;
    // The composer registers in the same commit; a read-only conversation has none.
    if (awaited === 0) setTimeout(dropKept);
  };
}

function dropKept(): void {
  if (awaited === 0) kept = "";
}

/** Stores a character for the composer that is loading. */
export function keepTyped(character: string): void {
  if (kept.length < MOST_KEPT) kept += character;
}
