import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useEffect, useRef } from "react";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { isField } from "#web/lib/keyboard/situation.ts";

/** The ticket whose composer should take the focus after the user accepted or took it over. */
const composerFocus = signal<number | null>(null);

export function focusComposer(ticketId: number): void {
  if (hasKeyboard()) composerFocus.value = ticketId;
}

/**
 * Puts the focus into the composer when a conversation is opened, and when it becomes writable while the user is not
 * typing elsewhere. Not on phones: the keyboard would cover half the conversation
 * (docs/rules/keyboard.md#opening-focuses-the-composer).
 */
export function useFocusOnOpening(
  ticketId: number,
  isWritable: boolean,
  input: RefObject<ComposerInputHandle | null>,
): void {
  useSignals();
  const opened = useRef<number | null>(null);
  const isTaken = composerFocus.value === ticketId;
  useEffect(() => {
    const isOpening = opened.current !== ticketId;
    opened.current = ticketId;
    if (!isWritable || !hasKeyboard()) return;
    const at = document.activeElement;
    const isBusy = at instanceof HTMLElement && (isField(at) || at.closest("[role*=dialog], [role=menu]"));
    if (!isOpening && !isTaken && isBusy) return;
    composerFocus.value = null;
    input.current?.focus();
    // The page below a dialog that closes accepts the focus one frame later.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) input.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [ticketId, isWritable, isTaken, input]);
}
