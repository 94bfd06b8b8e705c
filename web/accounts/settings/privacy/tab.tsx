import type { SettingsModel } from "#web/accounts/settings/settings-model.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { ConsentPanel } from "./consent-panel.tsx";
import { ErasuresPanel } from "./erasures-panel.tsx";
import { privacyTexts } from "./locales/index.ts";
import { RetentionPanel } from "./retention-panel.tsx";
import { StoragePanel } from "./storage-panel.tsx";
import "./privacy.css";

/** The tab and its texts, loaded together. */
export async function loadPrivacyTab() {
  await preloadTexts(privacyTexts);
  return PrivacyTab;
}

/** Personal data stored by the company: its size, retention and erasures. */
export function PrivacyTab({ model }: { readonly model: SettingsModel }) {
  return (
    <div className="settings-groups settings-narrow">
      <StoragePanel />
      <RetentionPanel model={model} />
      <ConsentPanel />
      <ErasuresPanel />
    </div>
  );
}
