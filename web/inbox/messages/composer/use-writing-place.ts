import { type RefObject, useLayoutEffect } from "react";
import { registerComposer } from "#web/lib/keyboard/active-composer.ts";
import type { ComposerInputHandle } from "./composer-input.tsx";

/**
 * Makes a composer the place where typed text goes while it takes text (docs/rules/keyboard.md#text-is-only-text). `box` is the
 * composer; files that wait to be sent have a caption of their own in it, which then takes the text.
 */
export function useWritingPlace(
  box: RefObject<HTMLElement | null>,
  input: RefObject<ComposerInputHandle | null>,
  isOpen: boolean,
  /** Another conversation is another place. */
  ticketId: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation registers again
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
