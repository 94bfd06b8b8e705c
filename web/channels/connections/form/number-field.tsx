import { useSignals } from "@preact/signals-react/runtime";
import { NumberInput, type ZeroLabel } from "#web/ui/field/number-input.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { NumberField as Name } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";

interface Props extends Pick<FieldsProps, "form"> {
  readonly name: Name;
  readonly label: string;
  /** Shown after the number. */
  readonly unit: string;
  readonly help?: string;
  /** Label for zero in fields where it has a special meaning. */
  readonly zero?: ZeroLabel;
}

export function NumberField({ form, name, label, unit, help, zero }: Props) {
  useSignals();
  const field = useField(form);
  if (zero)
    return (
      <NumberInput
        {...field(name)}
        label={label}
        {...(help === undefined ? {} : { help })}
        suffix={unit}
        zero={zero}
        onChange={(digits) => form.set(name, digits)}
      />
    );
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
