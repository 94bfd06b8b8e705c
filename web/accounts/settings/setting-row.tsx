import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { LANGUAGE_NAMES } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import type { SettingField } from "./fields.ts";
import { FileSecret } from "./file-secret.tsx";
import { settingsTexts } from "./locales/index.ts";
import { SecretSetting } from "./secret-setting.tsx";
import type { SettingsModel } from "./settings-model.ts";
import { TypedSetting } from "./typed-setting.tsx";
import { WindowSetting } from "./window-setting.tsx";

export interface SettingProps {
  readonly field: SettingField;
  readonly model: SettingsModel;
}

/** The languages of the product's texts, by the values of the setting. */
const LANGUAGES = [
  { id: "pt-BR", label: LANGUAGE_NAMES.pt },
  { id: "en", label: LANGUAGE_NAMES.en },
  { id: "es", label: LANGUAGE_NAMES.es },
];

/** Short controls are placed at the end of the row of their label. */
const BESIDE: ReadonlySet<SettingField["control"]["kind"]> = new Set([
  "choice",
  "language",
  "zone",
  "number",
]);

/** One setting with its name, its meaning and its control. */
export function SettingRow({ field, model }: SettingProps) {
  return (
    <li
      className={classNames("setting", BESIDE.has(field.control.kind) && "setting-beside")}
      data-setting={field.key}
    >
      <SettingControl field={field} model={model} />
    </li>
  );
}

function SettingControl({ field, model }: SettingProps) {
  useSignals();
  const t = useText(settingsTexts);
  const { key, control } = field;
  const [label, help] = [t(`label.${key}`), t(`help.${key}`)];
  const value = model.value(key);
  const save = (next: string) => void model.save(key, next);
  switch (control.kind) {
    case "flag":
    case "trueFalse": {
      const [on, off] = control.kind === "flag" ? ["enabled", "disabled"] : ["true", "false"];
      return (
        <Switch
          label={label}
          help={help}
          value={value === on}
          isDisabled={model.isSaving(key)}
          onChange={(isOn) => save(isOn ? on : off)}
        />
      );
    }
    case "choice":
      return (
        <Select
          label={label}
          help={help}
          value={`${key}_${value}`}
          isDisabled={model.isSaving(key)}
          onChange={(id) => save(id.slice(key.length + 1))}
          options={control.options.map((id) => ({ id: id as string, label: t(`choice.${id}`) }))}
        />
      );
    case "language":
      return <Select label={label} help={help} value={value} onChange={save} options={LANGUAGES} />;
    case "zone":
      return <ZoneSetting field={field} model={model} />;
    case "secret":
      return control.file === undefined ? (
        <SecretSetting field={field} model={model} />
      ) : (
        <FileSecret field={field} model={model} accept={control.file} />
      );
    case "window":
      return <WindowSetting field={field} model={model} />;
    default:
      return <TypedSetting field={field} model={model} />;
  }
}

/** A select field of the world's time zones, with search. */
function ZoneSetting({ field: { key }, model }: SettingProps) {
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
