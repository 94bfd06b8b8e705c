import { useSignals } from "@preact/signals-react/runtime";
import { NumberInput, type ZeroLabel } from "#web/ui/field/number-input.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { NumberField as Name } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";

interface Props extends Pick<FieldsProps, "form"> {
  readonly name: Name;
  readonly label: string;
  /** Shown after the number. */
  readonly unit: string;
  readonly help?: string;
  readonly zero: ZeroLabel;
}

/** A number of a connection; each of them has a special meaning of zero. */
export function NumberField({ form, name, label, unit, help, zero }: Props) {
  useSignals();
  const field = useField(form);
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
}
