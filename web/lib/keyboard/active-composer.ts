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

/** Maximum time typed text is kept while the request that opens a conversation is running, ms. */
const LONGEST_HOLD_MS = 5_000;

/** A conversation whose request is running; its path is known from the answer. */
interface Asked {
  /** The path at the press. Text typed on another page belongs to that page. */
  readonly from: string;
}
/** A path, or a conversation whose path is not known yet. */
type Owner = string | Asked;

const place = signal<ComposerInput | null>(null);
/** The path at the registration of the composer. */
let placePath = "";
/** Number of placeholders of loading conversations on screen. */
let awaited = 0;
/** Text typed while a conversation opens, and the conversation that owns it: it must never reach another one. */
let kept: { readonly owner: Owner; readonly text: string } | null = null;
/** Ends the wait for the composer of a conversation that has loaded; null while there is no such wait. */
let lastWait: ReturnType<typeof setTimeout> | null = null;

/** Path of the conversation that is rendered, loading or loaded; null while none is. */
let rendered: string | null = null;

/** The conversation asked for last. */
let asked: Asked | null = null;

const path = () => globalThis.location.pathname;
const isAsked = () => asked?.from === path();
/** The conversation that owns what is typed now. */
const owner = (): Owner => (asked !== null && isAsked() ? asked : path());
/** True after a press on a ticket, until its conversation is rendered. */
const isUnrendered = () => path().startsWith("/tickets/") && rendered !== path();

/** Whether the composer on screen belongs to the current path. After a press on a ticket it still belongs to the previous one. */
const isOpen = () => place.peek() !== null && (placePath === path() || !path().startsWith("/tickets/"));

/** The composer that receives typed text; null while no conversation is open for writing. */
export const activeComposer = place;

/**
 * Whether text can be written: `asked` while the server is asked for a conversation to open, `opening` while one loads and its
 * composer is not rendered yet.
 */
export function composerState(): "open" | "opening" | "asked" | "none" {
  if (isAsked()) return "asked";
  if (isOpen()) return "open";
  return awaited > 0 || lastWait !== null || isUnrendered() ? "opening" : "none";
}

/**
 * Registers the composer on screen and inserts the text typed while its conversation opened. Returns a function that
 * unregisters it.
 */
export function registerComposer(opened: ComposerInput): () => void {
  place.value = opened;
  placePath = path();
  endLastWait();
  const typed = kept;
  if (typed?.owner !== asked) kept = null;
  if (typed?.owner === path()) insert(typed.text);
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
  if (awaited > 0 || isOpen() || lastWait !== null) return;
  lastWait = setTimeout(() => {
    lastWait = null;
    if (kept?.owner !== asked) kept = null;
  }, COMPOSER_MS);
}

/**
 * Asks the server for a conversation and opens it: from the press on, what is typed is text of that conversation
 * (docs/rules/keyboard.md#opening-focuses-the-composer). `work` calls `opened` with the ticket's uuid
 * after it has opened its page; what was typed for a conversation that did not open is dropped.
 */
export async function whileAsking<T>(work: (opened: (uuid: string) => void) => Promise<T>): Promise<T> {
  const mine: Asked = { from: path() };
  asked = mine;
  const giveKeyboardBack = () => {
    if (asked === mine) asked = null;
  };
  const timer = setTimeout(giveKeyboardBack, LONGEST_HOLD_MS);
  try {
    return await work((uuid) => {
      giveKeyboardBack();
      if (kept?.owner === mine) moveKept(kept.text, `/tickets/${uuid}`);
    });
  } finally {
    clearTimeout(timer);
    giveKeyboardBack();
    if (kept?.owner === mine) kept = null;
  }
}

/** Gives text to the conversation of a path. On touch devices the path changes only after an open dialog has left the history. */
function moveKept(text: string, to: string): void {
  kept = null;
  if (path() === to && isOpen()) {
    insert(text);
    return;
  }
  kept = { owner: to, text };
  // A conversation on screen draws its composer next.
  if (rendered === to) beginLastWait();
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
  const state = composerState();
  if (state === "open") insert(text);
  else if (state !== "none") for (const character of text) keepTyped(character);
}

function insert(text: string): void {
  place.peek()?.focus();
  place.peek()?.insert(text);
}

/** Stores a character for the composer that is loading. */
export function keepTyped(character: string): void {
  const to = owner();
  const before = kept?.owner === to ? kept.text : "";
  if (before.length < MOST_KEPT) kept = { owner: to, text: before + character };
}
