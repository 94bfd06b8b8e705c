import type { ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { waitingText } from "./bundle.ts";
import { costTexts } from "./locales/index.ts";
import "./bundle-bar.css";

interface BundleBarProps {
  readonly messages: ReadonlySignal<readonly MessageAnswer[]>;
  /** Length of the window, seconds. */
  readonly seconds: number;
}

/** Counts down while the user's short texts wait to leave as one message, and sends them at once on a press. */
export function BundleBar({ messages, seconds }: BundleBarProps) {
  useSignals();
  const t = useText(costTexts);
  const waiting = waitingText(messages.value, session.user.value?.id);
  const left = useCountdown(waiting?.id ?? null, seconds);
  const [isBusy, setBusy] = useState(false);
  if (!waiting) return null;
  const send = () => {
    setBusy(true);
    api
      .post(`/messages/${waiting.id}/send-now`, {})
      .catch(toast.failure)
      .finally(() => setBusy(false));
  };
  return (
    <div className="bundle-bar">
      <span aria-hidden="true">{t("bundle.left", { seconds: String(left) })}</span>
      <span className="visually-hidden" role="status">
        {t("bundle.waiting")}
      </span>
      <Button size="s" variant="ghost" isDisabled={isBusy} onPress={send}>
        {t("bundle.now")}
      </Button>
    </div>
  );
}

/** Seconds left since the text appeared here; the clocks of browser and server may differ. */
function useCountdown(id: number | null, seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (id === null) return;
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [id, seconds]);
  return left;
}
