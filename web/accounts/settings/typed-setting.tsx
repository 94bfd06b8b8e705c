import { useSignals } from "@preact/signals-react/runtime";
import type { KeyboardEvent } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { settingsTexts } from "./locales/index.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { SettingProps } from "./setting-row.tsx";
import { useDraft } from "./use-draft.ts";
import { readWords, writeWords } from "./values.ts";

const same = (value: string) => value;

/** Control for a text, a number or a list of words; saved with Enter or the button that appears after a change. */
export function TypedSetting({ field, model }: SettingProps) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const { key, control } = field;
  const isWords = control.kind === "words";
  const draft = useDraft(model, key, isWords ? readWords : same, isWords ? writeWords : same);
  const words =
    control.kind === "number"
      ? t("field.range", { min: control.zero ? 1 : control.min, max: control.max })
      : null;
  const shared = {
    label: t(`label.${key}`),
    help: <Help text={t(`help.${key}`)} more={words} />,
    error: model.isRefused(key) ? (words ?? c("form.invalid")) : null,
    value: draft.value,
    onChange: draft.change,
    onKeyDown: (event: KeyboardEvent) => {
      const isLine = control.kind !== "text";
      if (event.key === "Escape" && draft.isDirty) draft.discard();
      if (event.key === "Enter" && (isLine || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        draft.save();
      }
    },
  };
  return (
    <div className="setting-typed">
      {control.kind === "text" ? (
        <VariableArea {...shared} maxLength={1000} help={t(`help.${key}`)} hidePreview />
      ) : control.kind === "number" && control.zero ? (
        <NumberInput {...shared} zero={control.zero} suffix={t(`field.${control.unit}`)} />
      ) : control.kind === "number" ? (
        <TextField {...shared} inputMode="numeric" suffix={t(`field.${control.unit}`)} />
      ) : (
        <TextField {...shared} autoComplete="off" />
      )}
      <SaveButtons draft={draft} isSaving={model.isSaving(key)} />
    </div>
  );
}

function Help({ text, more }: { readonly text: string; readonly more: string | null }) {
  return (
    <>
      {text}
      {more ? <span className="setting-more">{more}</span> : null}
    </>
  );
}
