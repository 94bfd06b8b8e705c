import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { settingsTexts } from "./locales/index.ts";
import type { SettingProps } from "./setting-row.tsx";

/** Time zones of the world, found by typing. */
export function ZoneSetting({ field: { key }, model }: SettingProps) {
  useSignals();
  const t = useText(settingsTexts);
  const value = model.value(key);
  const options = useMemo(() => {
    const zones = Intl.supportedValuesOf("timeZone");
    const all = zones.includes(value) || value === "" ? zones : [value, ...zones];
    return all.map((id) => ({ id, label: id.replaceAll("_", " ") }));
  }, [value]);
  return (
    <ComboBox
      key={value}
      label={t(`label.${key}`)}
      help={t(`help.${key}`)}
      emptyText={t("field.noZone")}
      options={options}
      value={value}
      isDisabled={model.isSaving(key)}
      onChange={(zone) => {
        if (zone !== null && zone !== value) void model.save(key, zone);
      }}
    />
  );
}
