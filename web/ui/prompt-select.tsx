import { readPromptNames } from "#web/lib/prompt-names.ts";
import { Select } from "./select.tsx";
import { useRead } from "./use-read.ts";

interface Props {
  /** 0 = none. */
  readonly value: number;
  readonly onChange: (id: number) => void;
  readonly label: string;
  readonly help: string;
  readonly none: string;
}

/** Which AI prompt talks; nothing where the company has none. */
export function PromptSelect({ value, onChange, label, help, none }: Props) {
  const prompts = useRead(readPromptNames);
  if (!prompts || prompts.length === 0) return null;
  return (
    <Select
      label={label}
      help={help}
      options={[{ id: 0, label: none }, ...prompts.map(({ id, name }) => ({ id, label: name }))]}
      value={value}
      onChange={onChange}
    />
  );
}
