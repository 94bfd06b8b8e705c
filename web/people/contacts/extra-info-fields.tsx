import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import type { ContactValues } from "./contact-form.ts";
import { contactTexts } from "./locales/index.ts";
import "./extra-info-fields.css";

type ExtraInfo = ContactValues["extraInfo"];
export interface ExtraInfoFieldsProps {
  readonly value: ExtraInfo;
  readonly onChange: (value: ExtraInfo) => void;
}

/** Name and value pairs that a company stores for its contacts. */
export function ExtraInfoFields({ value, onChange }: ExtraInfoFieldsProps) {
  const t = useText(contactTexts);
  const change = (at: number, next: Partial<ExtraInfo[number]>) =>
    onChange(value.map((line, index) => (index === at ? { ...line, ...next } : line)));
  return (
    <fieldset className="extra-info">
      <legend>{t("dialog.extra")}</legend>
      {value.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new pairs have no id, and pairs are never reordered
        <div key={at} className="extra-info-line">
          <TextField
            label={t("dialog.extraName")}
            hideLabel
            placeholder={t("dialog.extraName")}
            maxLength={50}
            value={line.name}
            onChange={(name) => change(at, { name })}
          />
          <TextField
            label={t("dialog.extraValue")}
            hideLabel
            placeholder={t("dialog.extraValue")}
            maxLength={500}
            value={line.value}
            onChange={(next) => change(at, { value: next })}
          />
          <IconButton
            label={t("dialog.removeExtra", { name: line.name || t("dialog.extraName") })}
            onPress={() => onChange(value.filter((_, index) => index !== at))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Button
        variant="ghost"
        size="s"
        icon={<Plus />}
        onPress={() => onChange([...value, { name: "", value: "" }])}
      >
        {t("dialog.addExtra")}
      </Button>
    </fieldset>
  );
}
