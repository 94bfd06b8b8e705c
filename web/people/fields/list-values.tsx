import { useSignals } from "@preact/signals-react/runtime";
import type { FieldOwner, FieldValues } from "#people/fields/contract.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { fieldList } from "./fields-store.ts";
import { valueText } from "./value-text.ts";

interface Props {
  readonly of: FieldOwner;
  readonly values: FieldValues | undefined;
}

/** The values with the definitions of fields, loaded at the first row that has one. */
export async function loadListValues() {
  await fieldList.need();
  return ListValues;
}

/** Values that a row or card shows: at most two, each with its label in the tooltip and for screen readers. */
export function ListValues({ of, values }: Props) {
  useSignals();
  if (!values) return null;
  return fieldList.inList(of).map((field) => {
    const value = values[field.key];
    if (value === undefined) return null;
    const words = valueText(field, value);
    return (
      <span key={field.id} className="row-field" title={`${field.label}: ${words}`}>
        <span className="visually-hidden">{field.label}: </span>
        <Chip>{words}</Chip>
      </span>
    );
  });
}
