import { useSignals } from "@preact/signals-react/runtime";
import { useField } from "#web/ui/form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { NumberField as Name } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";

interface Props extends Pick<FieldsProps, "form"> {
  readonly name: Name;
  readonly label: string;
  /** The unit, written after the number. */
  readonly unit: string;
  readonly help?: string;
}

/** A whole number with its unit. */
export function NumberField({ form, name, label, unit, help }: Props) {
  useSignals();
  const field = useField(form);
  return (
    <TextField
      {...field(name)}
      label={label}
      {...(help === undefined ? {} : { help })}
      suffix={unit}
      inputMode="numeric"
      onChange={(text) => form.set(name, text.replace(/\D/g, ""))}
    />
  );
}
