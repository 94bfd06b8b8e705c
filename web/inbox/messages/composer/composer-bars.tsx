import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { messageSummary } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import type { Composer } from "./composer-model.ts";

export interface ComposerBarsProps {
  readonly composer: Composer;
  readonly contactName: string;
}

/** The message being replied to or edited, above the text box, with a button that ends it. */
export function ComposerBars({ composer, contactName }: ComposerBarsProps) {
  useSignals();
  const t = useText(messages);
  const edited = composer.editing.value;
  const quoted = composer.reply.value;
  const message = edited ?? quoted;
  if (!message) return null;
  const name = message.fromMe ? t("bubble.you") : (message.contact?.name ?? contactName);
  return (
    <div className="composer-bar">
      {edited ? <Pencil aria-hidden="true" /> : null}
      <span className="composer-bar-words">
        <strong>{edited ? t("composer.editing") : t("composer.replyingTo", { name })}</strong>
        <span className="ellipsis" dir="auto">
          {messageSummary(message, t)}
        </span>
      </span>
      <button
        type="button"
        aria-label={t(edited ? "composer.cancelEdit" : "composer.cancelReply")}
        onClick={() => composer.escape()}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
