import { useText } from "#web/i18n/use-text.ts";
import { META_FIELDS } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

/**
 * The app at Meta through which companies connect pages, Instagram accounts and official numbers
 * (docs/rules/official-channels.md#connecting).
 */
export function MetaSettings({ model }: { readonly model: SettingsModel }) {
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
