import { useSignals } from "@preact/signals-react/runtime";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { settingsTexts } from "./locales/index.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { SettingProps } from "./setting-row.tsx";
import { useDraft } from "./use-draft.ts";
import { readWindow, type SendWindow, writeWindow } from "./values.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
const normal = (stored: string) => writeWindow(readWindow(stored));

/** Days of the week and hours in which campaigns may send. */
export function WindowSetting({ field: { key }, model }: SettingProps) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const draft = useDraft(model, key, normal, (typed) => typed);
  const value = readWindow(draft.value);
  const change = (part: Partial<SendWindow>) => draft.change(writeWindow({ ...value, ...part }));
  const turn = (day: number, isOn: boolean) =>
    change({ days: isOn ? [...value.days, day] : value.days.filter((other) => other !== day) });
  return (
    <div className="setting-typed">
      <div className="setting-words">
        <span className="setting-name">{t(`label.${key}`)}</span>
        <span className="field-help">{t(`help.${key}`)}</span>
      </div>
      <fieldset className="setting-days" aria-label={t("field.windowDays")}>
        {DAYS.map((day) => (
          <Checkbox
            key={day}
            label={t(`weekday.${day}`)}
            value={value.days.includes(day)}
            onChange={(isOn) => turn(day, isOn)}
          />
        ))}
      </fieldset>
      <div className="setting-hours">
        <TextField
          label={t("field.from")}
          placeholder="00:00"
          value={value.from}
          onChange={(from) => change({ from })}
        />
        <TextField
          label={t("field.to")}
          placeholder="24:00"
          value={value.to}
          onChange={(to) => change({ to })}
        />
      </div>
      {model.isRefused(key) ? (
        <p className="field-error" role="alert">
          {c("form.invalid")}
        </p>
      ) : null}
      <SaveButtons draft={draft} isSaving={model.isSaving(key)} />
    </div>
  );
}
