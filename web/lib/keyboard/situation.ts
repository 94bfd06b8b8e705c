import { composerState } from "./active-composer.ts";
import { commandMode } from "./command-mode.ts";
import { CLOSED, isLayerOpening, isOpenLayer } from "./opening-layer.ts";
import type { Press, Situation } from "./policy.ts";
import { singleKeys } from "./single-keys.ts";

/**
 * Attribute of elements in which single letters are shortcuts: lists and navigation, in which no press sends or
 * changes anything.
 */
const FREE_KEYS = "data-free-keys";

const FIELDS = /^(INPUT|TEXTAREA|SELECT)$/;
/** Inputs into which no text is typed. */
const PRESSED_INPUTS = /^(button|submit|reset|checkbox|radio|range|file|color|image)$/;
const PRESSABLE =
  "a, button, summary, audio, video, input, [role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=checkbox], [role=switch], [role=radio], [role=treeitem]";
/** Layers that receive the keyboard instead of the page below. Lists of choices of a text box are no such layers. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([data-beside-text])";

/** The key press, independent of the DOM. */
export function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    altGraph: event.getModifierState?.("AltGraph") ?? false,
    composing: event.isComposing,
    repeat: event.repeat,
  };
}

/** The state of the page that decides what a key press on `target` means. */
export function situationOf(target: EventTarget | null, sinceTyped: number | null): Situation {
  const element = target instanceof HTMLElement ? target : null;
  return {
    focus: focusOf(element),
    pressable: element !== null && !isField(element) && element.matches(PRESSABLE),
    choosesByLetters: Boolean(element?.closest("[role=menu], [role=listbox]")),
    layer: [...document.querySelectorAll(LAYERS)].some(isOpenLayer),
    layerOpening: isLayerOpening(),
    writing: composerState(),
    commanding: commandMode.peek(),
    singleKeys: singleKeys.peek(),
    sinceTyped,
  };
}

/** Whether an element is a text box, native fields included. */
export function isField(element: HTMLElement): boolean {
  if (element.isContentEditable) return true;
  if (element instanceof HTMLInputElement && PRESSED_INPUTS.test(element.type)) return false;
  return FIELDS.test(element.tagName);
}

function focusOf(element: HTMLElement | null): Situation["focus"] {
  if (!element || element === document.body || element === document.documentElement) return "list";
  if (element.closest(CLOSED)) return "elsewhere";
  if (isField(element)) return "field";
  return element.closest(`[${FREE_KEYS}]`) || element.tagName === "MAIN" ? "list" : "elsewhere";
}
