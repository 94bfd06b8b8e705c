import { useCallback, useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Documentation } from "./documentation.tsx";
import { KeysSection } from "./keys/keys-section.tsx";
import { messagesApiTexts } from "./locales/index.ts";
import { SentHistory } from "./sent-history.tsx";
import { SentList } from "./sent-list.ts";
import { TestPanel } from "./test-panel.tsx";
import { type DeliveryLogDialog, WebhooksSection } from "./webhooks/webhooks-section.tsx";
import "./messages-api.css";

/** The send API: documentation, a test form, and the messages sent (docs/rules/screens.md#other-pages). */
export function MessagesApiPage({ Log }: { readonly Log: DeliveryLogDialog }) {
  const t = useText(messagesApiTexts);
  const sent = useMemo(() => new SentList(), []);
  const onSent = useCallback(() => void sent.list.reload(), [sent]);
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <div className="api-columns">
        <Documentation />
        <TestPanel onSent={onSent} />
      </div>
      <SentHistory sent={sent} />
      <KeysSection />
      <WebhooksSection Log={Log} />
    </div>
  );
}
