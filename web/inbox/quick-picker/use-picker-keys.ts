import { type RefObject, useEffect, useRef } from "react";

export interface PickerKeys {
  readonly listId: string;
  /** Id of the active row; null = no quick reply matches, and the keys act on the text. */
  readonly activeId: string | null;
  readonly onMove: (step: 1 | -1) => void;
  readonly onChoose: () => void;
  readonly onClose: () => void;
}

/**
 * Handles the list's keys before the text box does. The text box keeps the focus and names the active row to screen
 * readers.
 */
export function usePickerKeys(composer: RefObject<HTMLElement | null>, keys: PickerKeys): void {
  const now = useRef(keys);
  now.current = keys;
  const { listId, activeId } = keys;
  useEffect(() => {
    const box = composer.current?.querySelector("textarea");
    if (!box) return;
    box.setAttribute("aria-autocomplete", "list");
    if (activeId === null) return () => box.removeAttribute("aria-autocomplete");
    box.setAttribute("aria-controls", listId);
    box.setAttribute("aria-activedescendant", activeId);
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"])
        box.removeAttribute(name);
    };
  }, [composer, listId, activeId]);
  useEffect(() => {
    const box = composer.current?.querySelector("textarea");
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !take(event, now.current)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Capture phase, before the handlers of the text box: its Enter would send the message.
    const capture = (event: KeyboardEvent) => {
      if (event.target === box) press(event);
    };
    document.addEventListener("keydown", capture, true);
    return () => document.removeEventListener("keydown", capture, true);
  }, [composer]);
}

/** Applies a key to the list; true if the list has used it. */
function take(event: KeyboardEvent, { activeId, onMove, onChoose, onClose }: PickerKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") {
    onClose();
    return true;
  }
  if (activeId === null || event.shiftKey) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") onMove(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" || event.key === "Tab") onChoose();
  else return false;
  return true;
}
