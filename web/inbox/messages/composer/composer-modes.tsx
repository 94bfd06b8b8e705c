import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import Keyboard from "lucide-react/icons/keyboard";
import Lock from "lucide-react/icons/lock";
import PenLine from "lucide-react/icons/pen-line";
import PenOff from "lucide-react/icons/pen-off";
import Reply from "lucide-react/icons/reply";
import type { ReactNode } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { startCommandMode } from "#web/lib/keyboard/command-mode.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import type { ComposerMode } from "./composer-drafts.ts";
import type { Composer } from "./composer-model.ts";

export interface ComposerModesProps {
  readonly composer: Composer;
  readonly onMode: (mode: ComposerMode) => void;
  readonly signs: boolean;
  /** Null: the user cannot change it. */
  readonly onSign: ((signs: boolean) => void) | null;
  readonly onSchedule: ((text: string) => void) | null;
  /** Only notes can be written now: the controls of messages are left out. */
  readonly isBlocked: boolean;
  /** Name of the connection that sends the messages. */
  readonly connectionName: string;
  /** Id of the text that explains a note; the text box refers to it. */
  readonly hintId: string;
  /** Time left in the answer window, on connections that have one. */
  readonly timeLeft?: ReactNode;
  /** More controls beside the modes. */
  readonly aside?: ReactNode;
}

const MODES: readonly ComposerMode[] = ["message", "note"];

/**
 * The one row above the text box: message or note, the connection, the signature. On phones labels become icons, so that
 * the row never takes a second line (docs/rules/pages.md#phones).
 */
export function ComposerModes({
  composer,
  onMode,
  signs,
  onSign,
  onSchedule,
  isBlocked,
  connectionName,
  hintId,
  timeLeft,
  aside,
}: ComposerModesProps) {
  useSignals();
  const t = useText(messages);
  const isNote = composer.mode.value === "note";
  return (
    <div className="composer-modes">
      <fieldset className="composer-mode-group" aria-label={t("composer.mode")}>
        {MODES.map((mode) => (
          <button
            key={mode}
            type="button"
            className="composer-mode"
            aria-label={t(`composer.${mode}`)}
            aria-pressed={composer.mode.value === mode}
            onClick={() => onMode(mode)}
          >
            {mode === "note" ? <NoteWords /> : t("composer.message")}
          </button>
        ))}
      </fieldset>
      {isNote ? (
        <p className="composer-note-hint" id={hintId}>
          <Lock aria-hidden="true" />
          <span className="composer-wide">{t("composer.noteHint")}</span>
          <span className="composer-short">{t("composer.noteHintShort")}</span>
        </p>
      ) : (
        timeLeft
      )}
      {!isNote && connectionName !== "" ? (
        <span className="composer-via ellipsis" title={t("composer.via", { name: connectionName })}>
          <span className="visually-hidden">{t("composer.via", { name: connectionName })}</span>
          <Reply aria-hidden="true" />
          <span aria-hidden="true" className="ellipsis">
            {connectionName}
          </span>
        </span>
      ) : null}
      <span className="composer-mode-group">
        {aside}
        {onSchedule && !isNote && !isBlocked && !composer.editing.value ? (
          <button
            type="button"
            className="composer-later"
            aria-label={t("composer.schedule")}
            title={t("composer.scheduleHelp")}
            onClick={() => onSchedule(composer.text.peek())}
          >
            <CalendarClock aria-hidden="true" />
            <span>{t("composer.schedule")}</span>
          </button>
        ) : null}
        {isNote || isBlocked || !onSign ? null : (
          <button
            type="button"
            className="composer-sign"
            aria-label={t("composer.sign")}
            aria-pressed={signs}
            title={t("composer.signHelp")}
            onClick={() => onSign(!signs)}
          >
            <span className="composer-wide">
              {t("composer.sign")}
              {signs ? <Check aria-hidden="true" /> : null}
            </span>
            <span className="composer-short">
              {signs ? <PenLine aria-hidden="true" /> : <PenOff aria-hidden="true" />}
            </span>
          </button>
        )}
        {hasKeyboard() ? (
          <button
            type="button"
            className="composer-commands"
            aria-label={t("composer.commands")}
            title={t("composer.commands")}
            onClick={startCommandMode}
          >
            <Keyboard aria-hidden="true" />
          </button>
        ) : null}
      </span>
    </div>
  );
}

/** "Internal note", or "Note" where the row is narrow. */
function NoteWords() {
  const t = useText(messages);
  return (
    <>
      <Lock aria-hidden="true" />
      <span className="composer-wide">{t("composer.note")}</span>
      <span className="composer-short">{t("composer.noteShort")}</span>
    </>
  );
}
