import { useSignals } from "@preact/signals-react/runtime";
import Server from "lucide-react/icons/server";
import { type ComponentType, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { fieldsOfProvider, META_FIELDS, SERVER_FIELDS } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

const BrandPanel = lazy(async () => (await import("./brand/panel.tsx")).loadBrandPanel());

export interface InstallationTabProps {
  readonly model: SettingsModel;
  /** Panel of the terms of use and the privacy notice. */
  readonly LegalEditor: ComponentType;
}

/** Settings of the whole installation; for super users. */
export function InstallationTab({ model, LegalEditor }: InstallationTabProps) {
  const t = useText(settingsTexts);
  return (
    <div className="settings-groups settings-narrow">
      <Callout tone="info" icon={<Server aria-hidden="true" />}>
        {t("page.installationHelp")}
      </Callout>
      <ul className="panel settings-list">
        {SERVER_FIELDS.map((field) => (
          <SettingRow key={field.key} field={field} model={model} />
        ))}
      </ul>
      <MetaSettings model={model} />
      <BrandPanel whose="provider" />
      <PaymentSettings model={model} />
      <LegalEditor />
    </div>
  );
}

/**
 * Settings of the app at Meta through which companies connect pages, Instagram accounts and official numbers
 * (docs/rules/official-channels.md#connecting).
 */
function MetaSettings({ model }: { readonly model: SettingsModel }) {
  const t = useText(settingsTexts);
  return (
    <section className="settings-group">
      <h2 className="settings-group-title">{t("meta.title")}</h2>
      <ul className="panel settings-list">
        {META_FIELDS.map((field) => (
          <SettingRow key={field.key} field={field} model={model} />
        ))}
        <li className="setting">
          <div className="setting-words">
            <span className="setting-name">{t("meta.webhook")}</span>
            <code className="setting-address">{`${window.location.origin}/webhooks/meta`}</code>
            <span className="field-help">{t("meta.webhookHelp")}</span>
          </div>
        </li>
      </ul>
    </section>
  );
}

/**
 * How companies pay the provider: only the fields of the chosen method are shown
 * (docs/rules/billing.md#gateways).
 */
function PaymentSettings({ model }: { readonly model: SettingsModel }) {
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
