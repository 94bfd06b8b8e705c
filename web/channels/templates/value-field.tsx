import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { templateTexts } from "./locales/index.ts";
import "#web/inbox/variables/variables.css";

/** A variable: the chip's label and the inserted text. */
export interface Insertable {
  readonly label: string;
  readonly text: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly variables: readonly Insertable[];
  readonly isReadOnly: boolean;
}

/** A value of a template, with chips that insert a variable at the cursor. */
export function ValueField({ label, value, onChange, variables, isReadOnly }: Props) {
  const t = useText(templateTexts);
  const input = useRef<HTMLInputElement>(null);
  const insert = (text: string) => {
    const box = input.current;
    const [from, to] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length];
    onChange(value.slice(0, from) + text + value.slice(to));
    // The field has the new text only after the next render.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <div className="variable-area">
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        inputRef={input}
        isReadOnly={isReadOnly}
        maxLength={1024}
        isRequired
      />
      {isReadOnly ? null : (
        <div className="variable-chips">
          {variables.map((variable) => (
            <button
              key={variable.text}
              type="button"
              className="variable-chip"
              aria-label={t("choose.insert", { name: variable.label, field: label })}
              onClick={() => insert(variable.text)}
            >
              {variable.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
