import Server from "lucide-react/icons/server";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { legalTexts } from "#web/legal/locales/index.ts";
import { Callout } from "#web/ui/callout.tsx";
import { later } from "#web/ui/later.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { INSTALLATION_FIELDS } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsModel } from "./settings-model.ts";

const LegalEditor = later(
  async () => {
    const [part] = await Promise.all([import("#web/legal/editor.tsx"), preloadTexts(legalTexts)]);
    return part.LegalEditor;
  },
  () => <Skeleton shape="block" height="240px" />,
);

/** What holds for the whole server; only super users come here. */
export function InstallationTab({ model }: { readonly model: SettingsModel }) {
  const t = useText(settingsTexts);
  return (
    <div className="settings-groups settings-narrow">
      <Callout tone="info" icon={<Server aria-hidden="true" />}>
        {t("page.installationHelp")}
      </Callout>
      <ul className="panel settings-list">
        {INSTALLATION_FIELDS.map((field) => (
          <SettingRow key={field.key} field={field} model={model} />
        ))}
      </ul>
      <LegalEditor />
    </div>
  );
}
