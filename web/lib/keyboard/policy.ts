/**
 * Determines the meaning of one key press. Every shortcut of the pages uses this function, so that text typed with the
 * focus in the wrong place can never change a ticket or send a message (docs/rules/keyboard.md#text-is-only-text).
 */

/** Where a shortcut is active; docs/rules/keyboard.md#kinds-of-shortcuts. */
export type Acts =
  /** A letter, active while there is no text box, and in command mode. Must not change or send anything. */
  | "free"
  /** A letter, active in command mode only: every shortcut that changes a ticket or sends a message. */
  | "command"
  /** A combination with Ctrl, Alt or ⌘, or Esc: it types no text, so it is always active. */
  | "chord";

/** One key press, independent of the DOM. */
export interface Press {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** AltGr types characters, although Windows reports it as Ctrl+Alt. */
  readonly altGraph: boolean;
  /** An input method is composing a character. */
  readonly composing: boolean;
  readonly repeat: boolean;
}

export interface Situation {
  /** The focused element. `list`: none, or one where single letters are allowed. */
  readonly focus: "field" | "list" | "elsewhere";
  /** Space and Enter press the focused element. */
  readonly pressable: boolean;
  /** The focused control selects items by their first letters, as menus do: Enter then confirms the selection. */
  readonly choosesByLetters: boolean;
  /** A dialog, a menu or a list of choices is open over the page. */
  readonly layer: boolean;
  /** A dialog was opened and is not rendered yet. */
  readonly layerOpening: boolean;
  /** Whether text can be written to a conversation: now, after it has loaded, after the server has answered, or not at all. */
  readonly writing: "open" | "opening" | "asked" | "none";
  readonly commanding: boolean;
  readonly singleKeys: boolean;
  /** Milliseconds since the last typed character; null when the focus was moved by the user since. */
  readonly sinceTyped: number | null;
}

export type Ruling =
  /** The browser and the focused element handle the key. */
  | { readonly kind: "leave" }
  /** The key has no effect: it belongs to text typed where there is no text box. */
  | { readonly kind: "swallow" }
  /** The composer gets the focus; the browser then types the character there. */
  | { readonly kind: "write" }
  /** The character is kept until the composer is rendered. */
  | { readonly kind: "keep" }
  /** The character is stored for the dialog that is being opened. */
  | { readonly kind: "keepForLayer" }
  | { readonly kind: "startCommand" }
  /** A shortcut of one of the listed kinds may run. */
  | { readonly kind: "shortcut"; readonly name: string; readonly acts: readonly Acts[] };

/**
 * A Space or Enter within this time after a typed character is part of the same text: it must not press the button
 * that happens to have the focus. ms.
 */
const PRESS_GUARD_MS = 2_000;

const LEAVE: Ruling = { kind: "leave" };
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Fn", "NumLock"]);
/** A dead key (the first key of an accent), and keys that an input method handles. */
const COMPOSED = new Set(["Dead", "Process"]);

/** Whether a key without modifiers types a character. */
export function isPrintable({ key, ctrl, meta, alt, altGraph }: Press): boolean {
  if (altGraph) return [...key].length === 1;
  return !ctrl && !meta && !alt && ([...key].length === 1 || COMPOSED.has(key));
}

/** A modifier key: it starts a combination and has no meaning alone. */
export function isModifier(key: string): boolean {
  return MODIFIERS.has(key);
}

/**
 * The name under which a shortcut is registered: `j`, `E` (with Shift; Caps Lock makes no difference), `mod+k` (Ctrl or ⌘),
 * `alt+ArrowDown`.
 */
export function nameOf({ key, ctrl, meta, alt, shift, altGraph }: Press): string {
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const plain = isLetter ? (shift && !ctrl && !meta ? key.toUpperCase() : key.toLowerCase()) : key;
  if (altGraph) return plain;
  return `${ctrl || meta ? "mod+" : ""}${alt ? "alt+" : ""}${plain}`;
}

/** The meaning of a key press in this situation. */
export function rule(press: Press, situation: Situation): Ruling {
  if (press.composing || isModifier(press.key)) return LEAVE;
  const name = nameOf(press);
  if (situation.layerOpening) return ruleBefore(press, { kind: "keepForLayer" });
  if (situation.writing === "asked") return ruleBefore(press, { kind: "keep" });
  if (situation.commanding)
    return press.repeat ? LEAVE : { kind: "shortcut", name, acts: ["free", "command"] };
  if (isCommandKey(name)) return situation.layer || press.repeat ? LEAVE : { kind: "startCommand" };
  if (isPrintable(press)) return ruleCharacter(press, name, situation);
  const isChord = press.ctrl || press.meta || press.alt;
  // Ctrl+Enter confirms a dialog; no text ends with it.
  if (press.key === "Enter" && !isChord)
    return isTail(situation) && !situation.choosesByLetters ? SWALLOW : LEAVE;
  if (press.repeat) return LEAVE;
  // Esc in a field or a layer is handled by that element.
  const isTheirs = situation.layer || situation.focus === "field";
  return isTheirs && !isChord ? LEAVE : { kind: "shortcut", name, acts: ["chord"] };
}

const SWALLOW: Ruling = { kind: "swallow" };

/** While a dialog loads, or the server is asked for a conversation, no key reaches the page; above all, Enter sends nothing. */
function ruleBefore(press: Press, text: Ruling): Ruling {
  if (isPrintable(press)) return text;
  return press.ctrl || press.meta || press.alt || press.key === "Escape" ? LEAVE : SWALLOW;
}

function ruleCharacter(press: Press, name: string, situation: Situation): Ruling {
  const { focus, pressable, layer, writing, singleKeys } = situation;
  if (focus === "field") return LEAVE;
  const isText = isTail(situation) && !layer && writing !== "none";
  if (press.key === " " && pressable && !isText) return isTail(situation) ? SWALLOW : LEAVE;
  if (layer) return LEAVE;
  if (writing === "open") return { kind: "write" };
  if (writing === "opening") return { kind: "keep" };
  if (press.repeat || !singleKeys || focus !== "list") return LEAVE;
  return { kind: "shortcut", name, acts: ["free"] };
}

/** The press follows a typed character within the limit, so it is part of the same text. */
function isTail({ pressable, sinceTyped }: Situation): boolean {
  return pressable && sinceTyped !== null && sinceTyped < PRESS_GUARD_MS;
}

function isCommandKey(name: string): boolean {
  return name === "F2" || name === "mod+/";
}
