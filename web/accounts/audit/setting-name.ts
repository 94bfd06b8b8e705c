import { GROUPS, INSTALLATION_FIELDS } from "#web/accounts/settings/fields.ts";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { namedField } from "./details.ts";
import { auditTexts } from "./locales/index.ts";

const LABELLED = [...GROUPS.flatMap((group) => group.fields), ...INSTALLATION_FIELDS];

/** What the settings page calls a setting; what the trail calls it where that page has none. */
export function useSettingName(): (key: string) => string {
  const t = useText(settingsTexts);
  const own = useText(auditTexts);
  return (key) => {
    const field = LABELLED.find((known) => known.key === key);
    return field ? t(`label.${field.key}`) : namedField(own, key);
  };
}
