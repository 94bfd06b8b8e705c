import { signal } from "@preact/signals-react";

/**
 * The text box of the conversation on screen. While there is one, typed characters always end up in it
 * (docs/rules/keyboard.md#text-is-only-text).
 */
export interface ComposerInput {
  /** Moves the focus into the text box. */
  focus(): void;
  /** Inserts text at the cursor. */
  insert(text: string): void;
  /** Element of the composer, for what is drawn above it. */
  readonly element: () => HTMLElement | null;
}

/** Most characters kept that are typed between the opening of a conversation and the appearance of its composer. */
const MOST_KEPT = 200;

const place = signal<ComposerInput | null>(null);
let awaited = 0;
let kept = "";

/** The composer that receives typed text; null while no conversation is open for writing. */
export const activeComposer = place;

/** Whether text can be written: `opening` while a conversation loads whose composer is not drawn yet. */
export function composerState(): "open" | "opening" | "none" {
  if (place.peek()) return "open";
  return awaited > 0 ? "opening" : "none";
}

/** Registers the composer on screen and inserts what was typed while it loaded. Returns a function that unregisters it. */
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

/** A conversation is loading. Returns a function that ends the wait; typed text is kept for one more task, for its composer. */
export function awaitComposer(): () => void {
  awaited += 1;
  return () => {
    awaited -= 1;
    // The composer registers in the same commit; a conversation that is only read has none.
    if (awaited === 0) setTimeout(dropKept);
  };
}

function dropKept(): void {
  if (awaited === 0) kept = "";
}

/** Keeps a character for the composer that is loading. */
export function keepTyped(character: string): void {
  if (kept.length < MOST_KEPT) kept += character;
}
