import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { mentionAt, mentionChoices, type Nameable } from "./mention-model.ts";

/** Offers members to mention after an `@` in the composer's text box, which is inside `box`. Reads signals. */
export function useMention(
  composer: Composer,
  people: readonly Nameable[],
  box: RefObject<HTMLDivElement | null>,
) {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  /** Position of the `@` whose list was closed with Esc: it is plain text from then on. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const text = composer.text.value;
  const hasFiles = composer.attachments.value.length > 0;
  const naming = hasFiles ? null : mentionAt(text, Math.min(caret, text.length));
  const choices = naming && naming.from !== closedAt ? mentionChoices(people, naming.typed) : [];
  const chosen = Math.min(at, choices.length - 1);
  const area = () => box.current?.querySelector("textarea");

  function choose({ user }: Nameable): void {
    if (!naming) return;
    const before = `${text.slice(0, naming.from)}@${user.name} `;
    const after = text.slice(naming.from + 1 + naming.typed.length).replace(/^ /, "");
    composer.setText(before + after);
    setAt(0);
    requestAnimationFrame(() => {
      area()?.focus();
      area()?.setSelectionRange(before.length, before.length);
      setCaret(before.length);
    });
  }

  /** Applies a key to the list of members; true if it was used there. */
  function take(key: string): boolean {
    const person = choices[chosen];
    if (!person || !naming) return false;
    if (key === "ArrowDown") setAt((chosen + 1) % choices.length);
    else if (key === "ArrowUp") setAt((chosen + choices.length - 1) % choices.length);
    else if (key === "Enter" || key === "Tab") choose(person);
    else if (key === "Escape") setClosedAt(naming.from);
    else return false;
    return true;
  }

  return {
    choices,
    chosen,
    choose,
    /** Reads the cursor position again; call after every event that may have moved it. */
    follow: () => setCaret(area()?.selectionStart ?? 0),
    press(event: KeyboardEvent): void {
      if (event.shiftKey || event.nativeEvent.isComposing || !take(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
