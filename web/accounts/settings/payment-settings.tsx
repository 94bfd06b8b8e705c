import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { fieldsOfProvider } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

/**
 * How companies pay the provider: only the fields of the chosen method are shown
 * (docs/rules/billing.md#gateways).
 */
export function PaymentSettings({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(settingsTexts);
  const provider = model.value("paymentProvider");
  return (
    <section className="settings-group">
      <h2 className="settings-group-title">{t("payment.title")}</h2>
      <ul className="panel settings-list">
        {fieldsOfProvider(provider).map((field) => (
          <SettingRow key={field.key} field={field} model={model} />
        ))}
        {provider === "static" ? null : (
          <li className="setting">
            <Webhook />
          </li>
        )}
      </ul>
    </section>
  );
}

/** Registers the webhook at the gateway; without it, the gateway is polled every minute. */
function Webhook() {
  const t = useText(settingsTexts);
  const [working, setWorking] = useState(false);
  const setUp = async () => {
    setWorking(true);
    try {
      await api.post("/subscription/webhook");
      toast.success(t("payment.webhookDone"));
    } catch (error) {
      toast.failure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <div className="setting-line">
      <div className="setting-words">
        <span className="setting-name">{t("payment.webhook")}</span>
        <span className="field-help">{t("payment.webhookHelp")}</span>
      </div>
      <Button size="s" isPending={working} onPress={() => void setUp()}>
        {t("payment.webhookSetUp")}
      </Button>
    </div>
  );
}
