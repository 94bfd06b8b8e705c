import { type RefObject, useLayoutEffect } from "react";
import { registerComposer } from "#web/lib/keyboard/active-composer.ts";
import type { ComposerInputHandle } from "./composer-input.tsx";

/**
 * Registers a composer as the target of typed text while it can be written in (docs/rules/keyboard.md#text-is-only-text). `box` is
 * the composer's element; while files are chosen, the text goes to their caption field in it.
 */
export function useWritingPlace(
  box: RefObject<HTMLElement | null>,
  input: RefObject<ComposerInputHandle | null>,
  isOpen: boolean,
  /** Id of the conversation; a change registers the composer again. */
  ticketId: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the conversation registers the composer again
  useLayoutEffect(() => {
    if (!isOpen) return;
    return registerComposer({
      focus() {
        const caption = box.current?.querySelector<HTMLElement>(".tray-caption");
        if (caption) caption.focus();
        else input.current?.focus();
      },
      insert: (text) => input.current?.insert(text),
      element: () => box.current,
    });
  }, [box, input, isOpen, ticketId]);
}
