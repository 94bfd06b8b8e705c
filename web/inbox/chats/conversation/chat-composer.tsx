import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { CHAT_TEXT_LENGTH, type ChatAnswer } from "#inbox/chats/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { othersOf } from "#web/inbox/chats/members.ts";
import { ownId } from "#web/inbox/chats/team.ts";
import { ComposerBars } from "#web/inbox/messages/composer/composer-bars.tsx";
import { ComposerInput, type ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { ComposerSend } from "#web/inbox/messages/composer/composer-send.tsx";
import { ComposerTools } from "#web/inbox/messages/composer/composer-tools.tsx";
import { tellRefused } from "#web/inbox/messages/composer/refused.ts";
import { useWritingPlace } from "#web/inbox/messages/composer/use-writing-place.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { type MentionChoice, mentionAt, mentionChoices } from "./mention-model.ts";
import "#web/inbox/messages/composer/composer.css";
import "./mention-picker.css";

const AttachmentTray = lazyLayer(
  async () => (await import("#web/inbox/messages/composer/attachment-tray.tsx")).default,
);
const VoiceRecorder = lazyLayer(
  async () => (await import("#web/inbox/messages/recorder/load.ts")).loadVoiceRecorder(),
  () => <div className="composer-box" aria-busy="true" />,
);

interface Props {
  readonly chat: ChatAnswer;
  readonly composer: Composer;
  readonly inputRef: RefObject<ComposerInputHandle | null>;
}

/** Composer of the internal chat: emojis, files, voice messages and mentions after an `@`. */
export function ChatComposer({ chat, composer, inputRef }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const m = useText(messages);
  const [isRecording, setRecording] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useWritingPlace(box, inputRef, true, composer.ticketId);
  const mention = useMention(composer, othersOf(chat, ownId()), box);

  const submit = () => {
    setFailed(false);
    composer.submit().catch(() => setFailed(true));
    inputRef.current?.focus();
  };
  const attach = (files: readonly File[]) => tellRefused(composer.attach(files), m);

  if (isRecording)
    return (
      <div className="composer">
        <VoiceRecorder onSend={(file) => composer.sendVoice(file)} onClose={() => setRecording(false)} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the text inside, before it gets them
    <div
      ref={box}
      className="composer"
      onKeyDownCapture={mention.press}
      onKeyUp={mention.follow}
      onInput={mention.follow}
      onClick={mention.follow}
    >
      {mention.choices.length > 0 ? (
        <MentionPicker choices={mention.choices} at={mention.chosen} onChoose={mention.choose} />
      ) : null}
      <ComposerBars composer={composer} contactName={chat.title} />
      {hasFailed ? (
        <p className="composer-hint" role="alert">
          {t("pane.editFailed")}
        </p>
      ) : null}
      <div className="composer-box">
        <ComposerTools
          note={false}
          onEmoji={(emoji) => inputRef.current?.insert(emoji)}
          onAttach={() => fileInput.current?.click()}
        />
        <ComposerInput
          key={composer.ticketId}
          ref={inputRef}
          composer={composer}
          label={t("pane.label", { name: chat.title })}
          placeholder={m("composer.placeholder")}
          limit={CHAT_TEXT_LENGTH}
          onSubmit={submit}
          onFiles={attach}
        />
        <ComposerSend composer={composer} onSubmit={submit} onRecord={() => setRecording(true)} />
      </div>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attach([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {composer.hasTray.value ? (
        <AttachmentTray
          composer={composer}
          onAdd={() => fileInput.current?.click()}
          onSend={submit}
          onLeave={() => inputRef.current?.focus()}
        />
      ) : null}
    </div>
  );
}

interface MentionPickerProps {
  readonly choices: readonly MentionChoice[];
  readonly at: number;
  readonly onChoose: (person: MentionChoice) => void;
}

/** List of members to mention, above the composer: arrow keys move, Enter and Tab choose. */
function MentionPicker({ choices, at, onChoose }: MentionPickerProps) {
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

/** Offers members to mention after an `@` in the composer's text box, which is inside `box`. Reads signals. */
function useMention(
  composer: Composer,
  people: readonly MentionChoice[],
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

  function choose({ user }: MentionChoice): void {
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
