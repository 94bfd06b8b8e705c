import type { RefObject } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { variableTexts } from "./locales/index.ts";
import { insertVariable, VARIABLES, type Variable } from "./sample.ts";
import "./variables.css";

export interface VariableChipsProps {
  /** Label of the field they belong to. */
  readonly field: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Variables under a text; a press puts one where the cursor is. */
export function VariableChips({ field, input, value, onChange }: VariableChipsProps) {
  const t = useText(variableTexts);
  const insert = (variable: Variable) => {
    const box = input.current;
    const [from, to] = box ? [box.selectionStart, box.selectionEnd] : [value.length, value.length];
    const written = insertVariable(value, variable, from, to);
    onChange(written.text);
    // The new text is in the field only after it is drawn.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(written.cursor, written.cursor);
    });
  };
  return (
    <div className="variable-chips">
      {VARIABLES.map((variable) => (
        <button
          key={variable}
          type="button"
          className="variable-chip"
          aria-label={t("area.insert", { field, variable: t(`variable.${variable}`) })}
          onClick={() => insert(variable)}
        >
          {t(`variable.${variable}`)}
        </button>
      ))}
    </div>
  );
}
