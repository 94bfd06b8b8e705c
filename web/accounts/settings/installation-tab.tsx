import Server from "lucide-react/icons/server";
import type { ComponentType } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { SERVER_FIELDS } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { MetaSettings } from "./meta-settings.tsx";
import { PaymentSettings } from "./payment-settings.tsx";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

const BrandPanel = lazy(async () => (await import("./brand/panel.tsx")).loadBrandPanel());

export interface InstallationTabProps {
  readonly model: SettingsModel;
  /** Where the terms of use and the privacy notice are written. */
  readonly LegalEditor: ComponentType;
}

/** What holds for the whole server; only super users come here. */
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
