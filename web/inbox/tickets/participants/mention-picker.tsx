import { useSignals } from "@preact/signals-react/runtime";
import Users from "lucide-react/icons/users";
import { useEffect, useId, useRef, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { mentionAt } from "#web/inbox/chats/conversation/mention-model.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { participantTexts } from "./locales/index.ts";
import { type Mentionable, mentionables, mentionsIn, needMentionables, newcomers } from "./note-mentions.ts";
import "#web/inbox/chats/conversation/mention-picker.css";
import "./participants.css";

interface MentionPickerProps {
  readonly ticket: TicketAnswer;
  readonly composer: Composer;
}

/** The text box of the composer around the picker `place`; null outside of one. */
const areaBeside = (place: HTMLElement | null): HTMLTextAreaElement | null =>
  place?.closest(".composer")?.querySelector("textarea") ?? null;

/** Maximum number of offered names. */
const MOST = 6;

/** The texts are loaded together with the code: a part that waits for its texts would hide the whole page. */
export async function loadMentionPicker() {
  await preloadTexts(participantTexts);
  return MentionPicker;
}

/**
 * People and queues to mention after an `@` in a note, above the text box, and a line that says who becomes a participant
 * by it (docs/rules/participants.md#mentions).
 */
function MentionPicker({ ticket, composer }: MentionPickerProps) {
  useSignals();
  const t = useText(participantTexts);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  /** Position of the `@` whose list was closed with Esc: it is plain text from then on. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => void needMentionables(), []);
  const text = composer.text.value;
  const all = mentionables();
  const naming = mentionAt(text, Math.min(caret, text.length));
  const choices = naming && naming.from !== closedAt ? fitting(all, naming.typed) : [];
  const chosen = Math.min(at, choices.length - 1);
  const outside = newcomers(mentionsIn(text, all), ticket, currentUser.value);

  const choose = ({ name }: Mentionable) => {
    if (!naming) return;
    const before = `${text.slice(0, naming.from)}@${name} `;
    composer.setText(before + text.slice(naming.from + 1 + naming.typed.length).replace(/^ /, ""));
    setAt(0);
    requestAnimationFrame(() => {
      areaBeside(place.current)?.focus();
      areaBeside(place.current)?.setSelectionRange(before.length, before.length);
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
  useEffect(() => {
    const box = areaBeside(place.current);
    const follow = () => setCaret(areaBeside(place.current)?.selectionStart ?? 0);
    // Capture phase, before the handlers of the text box: its Enter would save the note.
    const press = (event: KeyboardEvent) => {
      if (
        event.target !== areaBeside(place.current) ||
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
    for (const name of ["input", "keyup", "click"]) box?.addEventListener(name, follow);
    return () => {
      document.removeEventListener("keydown", press, true);
      for (const name of ["input", "keyup", "click"]) box?.removeEventListener(name, follow);
    };
  }, []);
  const active = choices[chosen];
  useEffect(() => {
    const box = areaBeside(place.current);
    if (!box || !active) return;
    box.setAttribute("aria-controls", id);
    box.setAttribute("aria-activedescendant", `${id}-${active.kind}${active.id}`);
    return () => {
      for (const name of ["aria-controls", "aria-activedescendant"]) box.removeAttribute(name);
    };
  }, [id, active]);

  return (
    <div ref={place}>
      {active ? (
        <div
          id={id}
          className="mention-picker"
          role="listbox"
          data-beside-text
          aria-label={t("mention.label")}
        >
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
      ) : null}
      <p className="composer-hint" role="status" hidden={outside.names.length === 0}>
        {outside.names.length > 0
          ? t(outside.mayInvite ? "mention.joins" : "mention.refused", {
              count: outside.names.length,
              names: namesOf(outside.names, t("mention.others", { count: outside.names.length - 3 })),
            })
          : null}
      </p>
    </div>
  );
}

const namesOf = (names: readonly string[], others: string): string =>
  names.length > 4 ? `${names.slice(0, 3).join(", ")} ${others}` : names.join(", ");

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
