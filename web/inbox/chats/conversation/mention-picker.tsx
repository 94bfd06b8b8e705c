import { useText } from "#web/i18n/use-text.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import type { Nameable } from "./mention-model.ts";
import "./mention-picker.css";

interface Props {
  readonly choices: readonly Nameable[];
  readonly at: number;
  readonly onChoose: (person: Nameable) => void;
}

/** List of members to mention, above the composer: arrow keys move, Enter and Tab choose. */
export function MentionPicker({ choices, at, onChoose }: Props) {
  const t = useText(chatTexts);
  return (
    <div className="mention-picker" role="listbox" data-beside-text aria-label={t("pane.mention")}>
      {choices.map((person, index) => (
        <button
          key={person.userId}
          type="button"
          role="option"
          tabIndex={-1}
          className="mention-choice"
          aria-selected={index === at}
          // A press must not move the focus out of the text box.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.user.name} size="s" />
          <span className="ellipsis">{person.user.name}</span>
        </button>
      ))}
    </div>
  );
}
