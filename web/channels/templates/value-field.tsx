import { useRef } from "react";
import { VariableChips, type VariableChipsProps } from "#web/inbox/variables/variable-chips.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";

interface Props extends Pick<VariableChipsProps, "names" | "braces"> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isReadOnly: boolean;
}

/** A value of a template, with chips that insert a variable at the cursor. */
export function ValueField({ label, value, onChange, isReadOnly, ...variables }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const shared = { value, onChange, isReadOnly };
  return (
    <div className="variable-area">
      <TextField {...shared} label={label} inputRef={input} maxLength={1024} isRequired />
      <VariableChips {...shared} {...variables} field={label} input={input} />
    </div>
  );
}
