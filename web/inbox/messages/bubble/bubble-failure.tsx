import { useSignals } from "@preact/signals-react/runtime";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { errorOfCode } from "#web/i18n/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import "./bubble-failure.css";

/** Under an own message: how far its file is, that it waits for the network, or why it failed and what to do. */
export function BubbleFailure({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const { outgoing, retry, discard } = useStream();
  const entry = message.id < 0 ? outgoing(message.clientMessageId) : undefined;
  if (entry?.state === "sending" && entry.file)
    return <ProgressBar className="bubble-progress" label={t("bubble.sending")} value={entry.progress} />;
  if (entry?.state === "offline")
    return <small className="bubble-waits">{t("bubble.waitsForNetwork")}</small>;
  if (message.sendState !== "failed") return null;
  const code = message.sendError;
  const why = code === null || code === "UNSENT" ? t("bubble.unsent") : errorOfCode(code);
  return (
    <span className="bubble-failure" role="alert">
      <span>{why}</span>
      {retry ? (
        <button type="button" onClick={() => retry(message)}>
          {t("bubble.retry")}
        </button>
      ) : null}
      {discard && message.id < 0 ? (
        <button type="button" onClick={() => discard(message)}>
          {t("bubble.discard")}
        </button>
      ) : null}
    </span>
  );
}
