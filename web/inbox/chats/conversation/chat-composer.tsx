import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useRef, useState } from "react";
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
import { lazy } from "#web/ui/state/lazy.tsx";
import { MentionPicker } from "./mention-picker.tsx";
import { useMention } from "./use-mention.ts";
import "#web/inbox/messages/composer/composer.css";

const AttachmentTray = lazy(
  async () => (await import("#web/inbox/messages/composer/attachment-tray.tsx")).default,
);
const VoiceRecorder = lazy(
  async () => (await import("#web/inbox/messages/recorder/voice-recorder.tsx")).default,
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
        <AttachmentTray composer={composer} onAdd={() => fileInput.current?.click()} onSend={submit} />
      ) : null}
    </div>
  );
}
