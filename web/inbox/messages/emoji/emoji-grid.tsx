import type { KeyboardEvent } from "react";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import type { FoundEmoji } from "./emoji-search.ts";

/** Columns of the picker: cells of 36 px under a mouse, of 44 px under a finger. */
export const emojiColumns = (): number => (hasKeyboard() ? 9 : 7);

export interface EmojiGridProps {
  readonly label: string;
  readonly emojis: readonly FoundEmoji[];
  readonly onPick: (emoji: string) => void;
}

/** Emojis to choose from; the arrows move between them. */
export function EmojiGrid({ label, emojis, onPick }: EmojiGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="emoji-grid" role="group" aria-label={label} onKeyDown={move}>
      {emojis.map(({ emoji, label: name }) => (
        <button
          key={emoji}
          type="button"
          className="emoji-cell"
          aria-label={name}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const columns = emojiColumns();
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  if (step === undefined) return;
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const next = cells[cells.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
