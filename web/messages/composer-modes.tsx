import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import Keyboard from "lucide-react/icons/keyboard";
import Lock from "lucide-react/icons/lock";
import Reply from "lucide-react/icons/reply";
import type { ReactNode } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/has-keyboard.ts";
import { startCommandMode } from "#web/lib/keys/command-mode.ts";
import type { ComposerMode } from "./composer-drafts.ts";
import type { Composer } from "./composer-model.ts";
import { messages } from "./locales/index.ts";

export interface ComposerModesProps {
  readonly composer: Composer;
  readonly onMode: (mode: ComposerMode) => void;
  readonly signs: boolean;
  readonly onSign: (signs: boolean) => void;
  readonly onSchedule: ((text: string) => void) | null;
  /** The connection messages leave by. */
  readonly connectionName: string;
  /** More beside them. */
  readonly aside?: ReactNode;
}

const MODES: readonly ComposerMode[] = ["message", "note"];

/** For whom one writes, and whether the messages carry one's name. */
export function ComposerModes({
  composer,
  onMode,
  signs,
  onSign,
  onSchedule,
  connectionName,
  aside,
}: ComposerModesProps) {
  useSignals();
  const t = useText(messages);
  return (
    <div className="composer-modes">
      <fieldset className="composer-mode-group" aria-label={t("composer.mode")}>
        {MODES.map((mode) => (
          <button
            key={mode}
            type="button"
            className="composer-mode"
            aria-pressed={composer.mode.value === mode}
            onClick={() => onMode(mode)}
          >
            {mode === "note" ? <Lock aria-hidden="true" /> : null}
            {t(`composer.${mode}`)}
          </button>
        ))}
      </fieldset>
      {composer.mode.value === "message" && connectionName !== "" ? (
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
        {onSchedule && composer.mode.value === "message" && !composer.editing.value ? (
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
        {composer.mode.value === "message" ? (
          <button
            type="button"
            className="composer-sign"
            aria-pressed={signs}
            title={t("composer.signHelp")}
            onClick={() => onSign(!signs)}
          >
            {t("composer.sign")}
            {signs ? <Check aria-hidden="true" /> : null}
          </button>
        ) : null}
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
