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

/** Maximum number of typed characters kept while a conversation opens: the longest message. */
const MOST_KEPT = 4096;
/** After a conversation has loaded, its composer appears within this time, ms; a read-only conversation has none. */
const COMPOSER_MS = 500;

const place = signal<ComposerInput | null>(null);
/** Number of placeholders of loading conversations on screen. */
let awaited = 0;
/** Text typed while a conversation opens, with the path of its page: it must never reach another conversation. */
let kept: { readonly path: string; readonly text: string } | null = null;
/** Ends the wait for the composer of a conversation that has loaded; null while there is no such wait. */
let lastWait: ReturnType<typeof setTimeout> | null = null;

/** Path of the conversation that is rendered, loading or loaded; null while none is. */
let rendered: string | null = null;

const path = () => globalThis.location.pathname;
/** True after a press on a ticket, until its conversation is rendered. */
const isUnrendered = () => path().startsWith("/tickets/") && rendered !== path();

/** The composer that receives typed text; null while no conversation is open for writing. */
export const activeComposer = place;

/** Whether text can be written: `opening` while a conversation loads and its composer is not rendered yet. */
export function composerState(): "open" | "opening" | "none" {
  if (place.peek()) return "open";
  return awaited > 0 || lastWait !== null || isUnrendered() ? "opening" : "none";
}

/**
 * Registers the composer on screen and inserts the text typed while its conversation opened. Returns a function that
 * unregisters it.
 */
export function registerComposer(opened: ComposerInput): () => void {
  place.value = opened;
  endLastWait();
  const typed = kept;
  kept = null;
  if (typed?.path === path()) {
    opened.focus();
    opened.insert(typed.text);
  }
  return () => {
    if (place.peek() === opened) place.value = null;
  };
}

/**
 * Starts to keep typed text for a conversation that is loading. Returns a function that ends it; the text is kept a
 * moment longer, in which the composer may register.
 */
export function awaitComposer(): () => void {
  endLastWait();
  awaited += 1;
  return () => {
    awaited -= 1;
    beginLastWait();
  };
}

function beginLastWait(): void {
  if (awaited > 0 || place.peek() || lastWait !== null) return;
  lastWait = setTimeout(() => {
    lastWait = null;
    kept = null;
  }, COMPOSER_MS);
}

/** Records that the conversation of the current path is rendered. Returns a function that removes the record. */
export function showConversation(): () => void {
  rendered = path();
  if (kept) beginLastWait();
  return () => {
    rendered = null;
  };
}

function endLastWait(): void {
  if (lastWait !== null) clearTimeout(lastWait);
  lastWait = null;
}

/** Inserts text into the composer on screen, or keeps it for the one that is loading. */
export function giveToComposer(text: string): void {
  const opened = place.peek();
  if (opened) {
    opened.focus();
    opened.insert(text);
  } else if (composerState() === "opening") for (const character of text) keepTyped(character);
}

/** Stores a character for the composer that is loading. */
export function keepTyped(character: string): void {
  const before = kept?.path === path() ? kept.text : "";
  if (before.length < MOST_KEPT) kept = { path: path(), text: before + character };
}
