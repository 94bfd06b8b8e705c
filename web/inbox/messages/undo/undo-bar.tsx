import { useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { undoTexts } from "./locales/index.ts";
import "./undo-bar.css";

export interface UndoBarProps {
  readonly message: MessageAnswer;
  readonly onUndo: () => void;
}

/** Below a message that leaves in some seconds: the seconds, and the button that undoes the send. */
export function UndoBar({ message, onUndo }: UndoBarProps) {
  const t = useText(undoTexts);
  const left = useSecondsLeft(message);
  const [isPressed, setPressed] = useState(false);
  if (left <= 0) return null;
  return (
    <span className="undo-bar">
      <span aria-hidden="true">{t("left", { seconds: left })}</span>
      <span className="visually-hidden" role="status">
        {t("waiting")}
      </span>
      <button
        type="button"
        disabled={isPressed}
        onClick={() => {
          setPressed(true);
          onUndo();
        }}
      >
        {t("undo")}
      </button>
    </span>
  );
}

/** Counted from when the message appears here, because the clocks of browser and server may differ. */
function useSecondsLeft({ createdAt, heldUntil }: MessageAnswer): number {
  const wholeMs = heldUntil ? Date.parse(heldUntil) - Date.parse(createdAt) : 0;
  const [left, setLeft] = useState(Math.ceil(wholeMs / 1000));
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
