import { useSignals } from "@preact/signals-react/runtime";
import Users from "lucide-react/icons/users";
import { useEffect, useId, useRef, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { mentionAt } from "#web/inbox/chats/conversation/mention-model.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { participantTexts } from "./locales/index.ts";
import { type Mentionable, mentionables, needMentionables } from "./note-mentions.ts";
import "#web/inbox/chats/conversation/mention-picker.css";
import "./participants.css";

interface MentionChoicesProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The text box; null while it is not there. */
  readonly box: () => HTMLTextAreaElement | null;
}

/** Maximum number of offered names. */
const MOST = 6;

/** People and queues to mention after an `@` in the text box of a note: arrows move, Enter and Tab choose, Esc closes. */
export function MentionChoices({ text, onChange, box }: MentionChoicesProps) {
  useSignals();
  const t = useText(participantTexts);
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  /** Position of the `@` whose list was closed with Esc: it is plain text from then on. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => void needMentionables(), []);
  const all = mentionables();
  const naming = mentionAt(text, Math.min(caret, text.length));
  const choices = naming && naming.from !== closedAt ? fitting(all, naming.typed) : [];
  const chosen = Math.min(at, choices.length - 1);

  const choose = ({ name }: Mentionable) => {
    if (!naming) return;
    const before = `${text.slice(0, naming.from)}@${name} `;
    onChange(before + text.slice(naming.from + 1 + naming.typed.length).replace(/^ /, ""));
    setAt(0);
    requestAnimationFrame(() => {
      area.current()?.focus();
      area.current()?.setSelectionRange(before.length, before.length);
      setCaret(before.length);
    });
  };
  const take = (key: string): boolean => {
    const one = choices[chosen];
    if (!one || !naming) return false;
    if (key === "ArrowDown") setAt((chosen + 1) % choices.length);
    else if (key === "ArrowUp") setAt((chosen + choices.length - 1) % choices.length);
    else if (key === "Enter" || key === "Tab") choose(one);
    else if (key === "Escape") setClosedAt(naming.from);
    else return false;
    return true;
  };
  const keys = useRef(take);
  keys.current = take;
  const area = useRef(box);
  area.current = box;
  useEffect(() => {
    const input = area.current();
    const follow = () => setCaret(area.current()?.selectionStart ?? 0);
    // Capture phase, before the handlers of the text box: its Enter would save the note.
    const press = (event: KeyboardEvent) => {
      if (
        event.target !== area.current() ||
        event.isComposing ||
        event.shiftKey ||
        event.ctrlKey ||
        event.metaKey
      )
        return;
      if (!keys.current(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    follow();
    document.addEventListener("keydown", press, true);
    for (const name of ["input", "keyup", "click"]) input?.addEventListener(name, follow);
    return () => {
      document.removeEventListener("keydown", press, true);
      for (const name of ["input", "keyup", "click"]) input?.removeEventListener(name, follow);
    };
  }, []);
  const active = choices[chosen];
  useEffect(() => {
    const input = area.current();
    if (!input || !active) return;
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-activedescendant", `${id}-${active.kind}${active.id}`);
    return () => {
      for (const name of ["aria-controls", "aria-activedescendant"]) input.removeAttribute(name);
    };
  }, [id, active]);

  if (!active) return null;
  return (
    <div id={id} className="mention-picker" role="listbox" data-beside-text aria-label={t("mention.label")}>
      {choices.map((one) => (
        <button
          key={`${one.kind}${one.id}`}
          id={`${id}-${one.kind}${one.id}`}
          type="button"
          role="option"
          tabIndex={-1}
          className="mention-choice"
          aria-selected={one === active}
          // A press must not move the focus out of the text box.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {one.kind === "queue" ? (
            <span className="mention-queue" aria-hidden="true">
              <Users />
            </span>
          ) : (
            <Avatar name={one.name} size="s" />
          )}
          <span className="ellipsis">{one.name}</span>
          {one.kind === "queue" ? <small className="mention-kind">{t("mention.queue")}</small> : null}
        </button>
      ))}
    </div>
  );
}

/** Names of which a word begins with the typed text; a completely typed name is no longer offered. */
function fitting(all: readonly Mentionable[], typed: string): readonly Mentionable[] {
  const wanted = foldCase(typed);
  return all
    .filter(({ name, id, kind }) => {
      const folded = foldCase(name);
      const isMe = kind === "user" && id === currentUser.peek().id;
      return (
        !isMe &&
        folded !== wanted &&
        (folded.startsWith(wanted) || folded.split(/\s+/).some((word) => word.startsWith(wanted)))
      );
    })
    .slice(0, MOST);
}
