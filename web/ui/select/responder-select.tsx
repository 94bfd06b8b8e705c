import { useOptions } from "#web/ui/form/use-options.ts";
import { Select } from "./select.tsx";

export interface ResponderSelectProps {
  /** 0 = none. */
  readonly value: number;
  readonly onChange: (id: number) => void;
  readonly label: string;
  readonly help: string;
  readonly none: string;
  /** Loads the options. */
  readonly read: () => Promise<readonly { readonly id: number; readonly name: string }[]>;
}

/** Selects the prompt or integration that answers; hidden when the company has none. */
export function ResponderSelect({ value, onChange, label, help, none, read }: ResponderSelectProps) {
  const answerers = useOptions(read);
  if (!answerers || answerers.length === 0) return null;
  return (
    <Select
      label={label}
      help={help}
      options={[{ id: 0, label: none }, ...answerers.map(({ id, name }) => ({ id, label: name }))]}
      value={value}
      onChange={onChange}
    />
  );
}
