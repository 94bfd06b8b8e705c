import { type ReadonlySignal, signal } from "@preact/signals-react";
import { activeComposer, composerState, keepTyped } from "./active-composer.ts";
import { commandMode, endCommandMode, isCommandMissed, startCommandMode } from "./command-mode.ts";
import { hasNothingFocus, keyboardHome } from "./keyboard-home.ts";
import { keepForLayer } from "./opening-layer.ts";
import { type Acts, isModifier, isPrintable, rule, type Situation } from "./policy.ts";
import { singleKeys } from "./single-keys.ts";
import { pressOf, situationOf } from "./situation.ts";

export interface Hotkey {
  /**
   * `j`, `?`, `mod+k` (Ctrl or ⌘), `alt+ArrowDown`, a sequence of two keys: `g t`; empty: available in the palette
   * only.
   */
  readonly keys: string;
  /** Where it is active. Every shortcut that changes a ticket or sends a message is a `command`. */
  readonly acts: Acts;
  /** A command that only moves the focus or the view; in the palette Enter alone runs it. */
  readonly changesNothing?: boolean;
  /** Description of its effect, read when the sheet of shortcuts is rendered. */
  readonly describe: () => string;
  readonly run: (event: KeyboardEvent) => void;
  /** Whether it has an effect now; default: always. */
  readonly applies?: () => boolean;
}
/** A key that a row or a text box handles itself; listed on the sheet only. */
type DocumentedKey = Pick<Hotkey, "keys" | "describe">;

export interface HotkeyGroup {
  readonly id: string;
  readonly title: () => string;
  readonly keys: readonly Hotkey[];
  readonly documented?: readonly DocumentedKey[];
}

/** Time between the two keys of a sequence, ms. */
const SEQUENCE_MS = 1_200;

const known = signal<readonly HotkeyGroup[]>([]);
/** All active groups, for the sheet of shortcuts. */
export const hotkeyGroups: ReadonlySignal<readonly HotkeyGroup[]> = known;

/** Registers shortcuts. Returns a function that removes them. */
export function addHotkeys(group: HotkeyGroup): () => void {
  known.value = [...known.peek(), group];
  return () => {
    known.value = known.peek().filter((other) => other !== group);
  };
}

const isMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.userAgent ?? "");
const NAMES: Readonly<Record<string, string>> = {
  mod: isMac ? "⌘" : "Ctrl",
  alt: isMac ? "⌥" : "Alt",
  Escape: "Esc",
  shift: "Shift",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** The name of one key press: `mod+k` is Ctrl and k, `E` is Shift and e. */
export function keyNames(step: string): readonly string[] {
  const names = step.split("+").map((key) => NAMES[key] ?? key);
  return step.length === 1 && step !== step.toLowerCase() ? ["Shift", step.toLowerCase()] : names;
}

/** The keys that run a shortcut in the current state, with that of command mode: `F2 e`, `mod+k`. */
export function pressesOf({ keys, acts }: Hotkey): string {
  const needsCommandMode =
    acts === "command" || (acts === "free" && (composerState() !== "none" || !singleKeys.value));
  return keys !== "" && needsCommandMode ? `F2 ${keys}` : keys;
}

/** Whether the palette runs the shortcut with a click or Ctrl+Enter only (docs/rules/keyboard.md#palette). */
export function needsModifier({ acts, changesNothing = false }: Hotkey): boolean {
  return acts === "command" && !changesNothing;
}

/** Event time of the last typed character; null when the focus was moved by the user since. */
let typedAt: number | null = null;
/** A suppressed key: its release is suppressed, too, because Firefox presses buttons when Space is released. */
let swallowed: string | null = null;
let first: { readonly key: string; readonly at: number } | null = null;

/** Handles the keyboard of the whole page. Returns a function that stops it. */
export function listenHotkeys(target: EventTarget = globalThis.window): () => void {
  const listeners = [
    ["keydown", (event: Event) => intercept(event as KeyboardEvent), true],
    ["keydown", (event: Event) => runChord(event as KeyboardEvent), false],
    ["keyup", (event: Event) => release(event as KeyboardEvent), true],
    ["pointerdown", pointed, true],
  ] as const;
  for (const [name, heard, capture] of listeners) target.addEventListener(name, heard, capture);
  return () => {
    for (const [name, heard, capture] of listeners) target.removeEventListener(name, heard, capture);
  };
}

/** Capture phase, before any element: typed text is inserted into the composer, command mode consumes its key. */
function intercept(event: KeyboardEvent): void {
  const press = pressOf(event);
  const since = typedAt === null ? null : event.timeStamp - typedAt;
  const situation = situationOf(event.target, since);
  if (goesHome(event, situation)) return;
  const ruling = rule(press, situation);
  // A Space that presses a button is no text.
  const presses = press.key === " " && situation.pressable && ruling.kind === "leave";
  if (isPrintable(press)) typedAt = presses ? null : event.timeStamp;
  else if (!isModifier(press.key) && press.key !== "Backspace") typedAt = null;
  switch (ruling.kind) {
    case "swallow":
      swallowed = press.key;
      consume(event);
      break;
    case "write":
      activeComposer.peek()?.focus();
      break;
    case "keep":
      consume(event);
      keepTyped(press.key.length === 1 ? press.key : "");
      break;
    case "keepForLayer":
      consume(event);
      keepForLayer(press.key.length === 1 ? press.key : "");
      break;
    case "startCommand":
      consume(event);
      first = null;
      startCommandMode();
      break;
    case "shortcut":
      if (commandMode.peek()) command(event, ruling.name);
      else if (ruling.acts.includes("free")) free(event, ruling.name);
      break;
    case "leave":
      break;
  }
}

/**
 * Nothing has the focus, because the focused row left or a dialog was closed: the row that has the keyboard now gets the
 * focus and the press (docs/rules/keyboard.md#rows-that-leave).
 */
function goesHome(event: KeyboardEvent, { layer, layerOpening, commanding }: Situation): boolean {
  if (layer || layerOpening || commanding || isModifier(event.key) || !hasNothingFocus()) return false;
  const home = keyboardHome();
  if (!home) return false;
  home.focus();
  event.stopImmediatePropagation();
  if (!home.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
  return true;
}

/** Bubble phase: handles keys that no element handled. */
function runChord(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const ruling = rule(pressOf(event), situationOf(event.target, null));
  if (ruling.kind !== "shortcut" || !ruling.acts.includes("chord") || opensChoices(event, ruling.name))
    return;
  const hit = find(ruling.name, ruling.acts);
  if (!hit || !(hit.applies?.() ?? true)) return;
  event.preventDefault();
  hit.run(event);
}

/** Alt and an arrow key open the list of choices of a select field. */
function opensChoices({ target }: Event, name: string): boolean {
  return (
    name.startsWith("alt+") &&
    target instanceof Element &&
    target.matches("select, [role=combobox], [aria-haspopup]")
  );
}

/** Runs the shortcut of a single letter while there is no text box. */
function free(event: KeyboardEvent, name: string): void {
  const pair = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${name}` : null;
  const hit = (pair && find(pair, ["free"])) || find(name, ["free"]);
  const begins = !hit && startsSequence(name);
  first = begins ? { key: name, at: event.timeStamp } : null;
  if (!hit && !begins) return;
  typedAt = null;
  if (!hit) return;
  consume(event);
  hit.run(event);
}

/** Runs one command, or waits for the second key of a sequence; any other key ends the mode without effect. */
function command(event: KeyboardEvent, name: string): void {
  consume(event);
  typedAt = null;
  if (!first && startsSequence(name)) {
    first = { key: name, at: event.timeStamp };
    startCommandMode();
    return;
  }
  const hit = find(first ? `${first.key} ${name}` : name, ["free", "command"]);
  first = null;
  // The command was meant for the element that had the focus, not for the element that replaced it.
  if (!endCommandMode()) isCommandMissed.value = true;
  else if (hit?.applies?.() ?? true) hit?.run(event);
}

/** Runs a command that was chosen with the mouse. */
export function runCommand(hotkey: Hotkey): void {
  if (endCommandMode()) hotkey.run(new KeyboardEvent("keydown"));
  else isCommandMissed.value = true;
}

/** The typed character chose something in a dialog, so an Enter that follows confirms the choice and is not part of a text. */
export function typedToChoose(): void {
  typedAt = null;
}

function release(event: KeyboardEvent): void {
  if (swallowed === event.key) consume(event);
  swallowed = null;
}

function pointed(): void {
  typedAt = null;
  first = null;
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The group registered last has precedence: the page overrides the shell. */
function find(keys: string, acts: readonly Acts[]): Hotkey | undefined {
  return known
    .peek()
    .toReversed()
    .flatMap((group) => group.keys)
    .find((hotkey) => hotkey.keys === keys && acts.includes(hotkey.acts));
}

function startsSequence(key: string): boolean {
  return known.peek().some((group) => group.keys.some((hotkey) => hotkey.keys.startsWith(`${key} `)));
}
