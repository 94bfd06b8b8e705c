import MessageCircleOff from "lucide-react/icons/message-circle-off";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { reachTexts } from "./locales/index.ts";

export interface BudgetBarProps {
  readonly contactId: number;
  readonly whatsappId: number;
  readonly connectionName: string;
  readonly composer: Composer;
  readonly onStarted: () => void;
}

/**
 * Above the text box: the day's budget of new conversations is used up. The first message is sent only after a
 * confirmation (docs/rules/reach.md#budget).
 */
export function BudgetBar({ contactId, whatsappId, connectionName, composer, onStarted }: BudgetBarProps) {
  const t = useText(reachTexts);
  // Ends the question: true = the message is sent.
  const [answer, setAnswer] = useState<{ readonly end: (isConfirmed: boolean) => void } | null>(null);
  useEffect(() => {
    composer.beforeSend = () => new Promise((resolve) => setAnswer({ end: resolve }));
    return () => {
      composer.beforeSend = null;
    };
  }, [composer]);
  const close = (isConfirmed: boolean) => {
    answer?.end(isConfirmed);
    setAnswer(null);
    if (isConfirmed) onStarted();
  };
  return (
    <section className="new-chat-bar" aria-label={t("budget.label")}>
      <MessageCircleOff aria-hidden="true" />
      <p role="status">{t("budget.text", { name: connectionName })}</p>
      <div className="new-chat-choices">
        <Button size="s" onPress={() => setAnswer({ end: () => {} })}>
          {t("budget.start")}
        </Button>
      </div>
      {answer === null ? null : (
        <Confirm
          title={t("budget.title")}
          confirmLabel={t("budget.start")}
          tone="primary"
          onClose={() => close(false)}
          onConfirm={async () => {
            await api.post(`/contacts/${contactId}/new-chat`, { whatsappId });
            close(true);
          }}
        >
          {t("budget.warning")}
        </Confirm>
      )}
    </section>
  );
}
