import { type ReadonlySignal, signal } from "@preact/signals-react";

export interface Hotkey {
  /** `j`, `?`, `mod+k` (Ctrl or ⌘), two keys one after the other: `g t`; empty: only the palette offers it. */
  readonly keys: string;
  /** What it does, asked for when the sheet of shortcuts is drawn. */
  readonly describe: () => string;
  readonly run: (event: KeyboardEvent) => void;
  /** Whether it would do anything now; left out, always. */
  readonly applies?: () => boolean;
  /** Works while somebody types in a field, too. Combinations with mod always do. */
  readonly inFields?: boolean;
}
/** A key that what has the keyboard hears itself: a row, a field. Here it is only told. */
export type ToldKey = Pick<Hotkey, "keys" | "describe">;

export interface HotkeyGroup {
  readonly id: string;
  readonly title: () => string;
  readonly keys: readonly Hotkey[];
  readonly told?: readonly ToldKey[];
}

/** Time between the two keys of a sequence, ms. */
const SEQUENCE_MS = 1_200;

const known = signal<readonly HotkeyGroup[]>([]);
/** Every group now in force, for the sheet of shortcuts. */
export const hotkeyGroups: ReadonlySignal<readonly HotkeyGroup[]> = known;

/** Puts shortcuts in force while a page is open. Answers how to take them back. */
export function addHotkeys(group: HotkeyGroup): () => void {
  known.value = [...known.peek(), group];
  return () => {
    known.value = known.peek().filter((other) => other !== group);
  };
}

const NAMES: Readonly<Record<string, string>> = {
  mod: /Mac|iP(hone|ad)/.test(globalThis.navigator?.userAgent ?? "") ? "⌘" : "Ctrl",
  Escape: "Esc",
  shift: "Shift",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** One press as it stands on the keyboard: `mod+k` is Ctrl and k. */
export function keyNames(step: string): readonly string[] {
  return step.split("+").map((key) => NAMES[key] ?? key);
}

let first: { readonly key: string; readonly at: number } | null = null;

/** Hears the keyboard for the whole page. Answers how to stop. */
export function listenHotkeys(
  target: Pick<Window, "addEventListener" | "removeEventListener"> = globalThis.window,
) {
  const heard = (event: Event) => press(event as KeyboardEvent);
  target.addEventListener("keydown", heard);
  return () => target.removeEventListener("keydown", heard);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return;
  const mod = event.ctrlKey || event.metaKey;
  // Caps Lock is no other key.
  const isLetter = event.key.length === 1 && !event.shiftKey;
  const plain = mod || isLetter ? event.key.toLowerCase() : event.key;
  const key = mod ? `mod+${plain}` : plain;
  const typing = isField(event.target);
  if (!mod && !typing && hasDialog()) return;
  const pair = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
  const hit = (pair && find(pair)) || find(key);
  first = null;
  if (hit && (mod || !typing || hit.inFields)) {
    event.preventDefault();
    hit.run(event);
  } else if (typing && key === "Escape" && !hasDialog()) {
    // Out of a field that nothing else closes: the single keys are heard again.
    (event.target as HTMLElement).blur();
  } else if (!mod && !typing && startsSequence(key)) {
    first = { key, at: event.timeStamp };
  }
}

/** The newest group wins: the page on top of the shell. */
function find(keys: string): Hotkey | undefined {
  return known
    .peek()
    .toReversed()
    .flatMap((group) => group.keys)
    .find((hotkey) => hotkey.keys === keys);
}

function startsSequence(key: string): boolean {
  return known.peek().some((group) => group.keys.some((hotkey) => hotkey.keys.startsWith(`${key} `)));
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A dialog or menu on top takes the keyboard for itself. */
function hasDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
