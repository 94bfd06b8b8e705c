import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import { useMemo, useRef, useState } from "react";
import { isPemPair } from "#accounts/settings/contract.ts";
import { LANGUAGE_NAMES } from "#web/i18n/languages.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import type { SettingField } from "./fields.ts";
import { settingsTexts } from "./locales/index.ts";
import { Pkcs12Password } from "./pkcs12-password.tsx";
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

/** A `.p12` file is binary: its first byte is the ASN.1 tag of a sequence. */
const isPkcs12 = (bytes: Uint8Array): boolean => bytes[0] === 0x30;
/** Upper limit of a certificate file, bytes. */
const MAX_FILE = 30_000;

/** A certificate with its key, as a `.p12` or PEM file: chosen, replaced or removed, never shown. */
export function FileSecret({ field: { key }, model, accept }: SettingProps & { readonly accept: string }) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const input = useRef<HTMLInputElement>(null);
  const isSet = model.value(key) !== "";
  const label = t(`label.${key}`);
  const [isForeign, setForeign] = useState(false);
  const [sealed, setSealed] = useState<Uint8Array | null>(null);
  const take = async (file: File | undefined) => {
    const bytes = file && file.size <= MAX_FILE ? new Uint8Array(await file.arrayBuffer()) : null;
    if (input.current) input.current.value = "";
    if (!file) return;
    const isSealed = bytes !== null && isPkcs12(bytes);
    setSealed(isSealed ? bytes : null);
    if (isSealed) return;
    const words = new TextDecoder().decode(bytes ?? new Uint8Array()).trim();
    setForeign(!isPemPair(words));
    if (isPemPair(words)) await model.save(key, words);
  };
  if (sealed)
    return (
      <Pkcs12Password
        label={label}
        open={(password) => model.savePkcs12(key, sealed, password)}
        isSaving={model.isSaving(key)}
        onUnreadable={() => setForeign(true)}
        onClose={() => setSealed(null)}
      />
    );
  return (
    <div className="setting-line">
      <div className="setting-words">
        <span className="setting-name">{label}</span>
        <span className="field-help">{t(`help.${key}`)}</span>
        {isForeign ? (
          <span className="field-error" role="alert">
            {t("field.notPem")}
          </span>
        ) : null}
        {model.isRefused(key) ? <span className="field-error">{c("form.invalid")}</span> : null}
      </div>
      <Chip
        tone={isSet ? "success" : "neutral"}
        {...(isSet ? { icon: <KeyRound aria-hidden="true" /> } : {})}
      >
        {t(isSet ? "field.set" : "field.unset")}
      </Chip>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button
        size="s"
        isPending={model.isSaving(key)}
        aria-label={`${t("field.chooseFile")}: ${label}`}
        onPress={() => input.current?.click()}
      >
        {t("field.chooseFile")}
      </Button>
      {isSet ? (
        <Button
          size="s"
          variant="ghost"
          aria-label={`${t("field.remove")}: ${label}`}
          onPress={() => void model.save(key, "")}
        >
          {t("field.remove")}
        </Button>
      ) : null}
    </div>
  );
}
