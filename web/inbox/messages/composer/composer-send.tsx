import { useSignals } from "@preact/signals-react/runtime";
import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import Mic from "lucide-react/icons/mic";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import type { Composer } from "./composer-model.ts";

export interface ComposerSendProps {
  readonly composer: Composer;
  readonly onSubmit: () => void;
  readonly onRecord: () => void;
}

/** The main button: sends the message or saves the note; with an empty text it starts a recording. */
export function ComposerSend({ composer, onSubmit, onRecord }: ComposerSendProps) {
  useSignals();
  const t = useText(messages);
  const editing = composer.editing.value !== null;
  const note = composer.mode.value === "note";
  const records = !composer.canSend.value && !editing && !note;
  if (records) {
    return (
      <button
        type="button"
        className="composer-send"
        aria-label={t("composer.record")}
        title={t("composer.record")}
        onClick={onRecord}
      >
        <Mic aria-hidden="true" />
      </button>
    );
  }
  // The label distinguishes a note from a message for users who see no colours.
  return (
    <button
      type="button"
      className={
        note ? "composer-send composer-send-word composer-send-note" : "composer-send composer-send-word"
      }
      disabled={composer.busy.value || !composer.canSend.value}
      onClick={onSubmit}
    >
      {note ? (
        <Lock aria-hidden="true" />
      ) : editing ? (
        <Check aria-hidden="true" />
      ) : (
        <SendHorizontal aria-hidden="true" />
      )}
      <span>{t(editing ? "composer.saveEdit" : note ? "composer.saveNote" : "composer.send")}</span>
    </button>
  );
}
