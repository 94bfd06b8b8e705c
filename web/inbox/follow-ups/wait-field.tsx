import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { followUpTexts } from "./locales/index.ts";
import { UNITS, type Wait } from "./wait-text.ts";

interface Props {
  readonly label: string;
  readonly value: Wait;
  readonly onChange: (wait: Wait) => void;
  readonly error: string | null;
}

/** How long to wait: a number and its unit. */
export function WaitField({ label, value, onChange, error }: Props) {
  const t = useText(followUpTexts);
  return (
    <div className="follow-up-wait">
      <TextField
        label={label}
        inputMode="numeric"
        maxLength={5}
        value={value.count === 0 ? "" : String(value.count)}
        onChange={(typed) => onChange({ ...value, count: Number(typed.replace(/\D/g, "")) })}
        error={error}
      />
      <Select
        label={t("form.unit")}
        options={UNITS.map((id) => ({ id, label: t(`unit.${id}`) }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </div>
  );
}
