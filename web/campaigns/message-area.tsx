import { useRef } from "react";
import { MAX_TEXT } from "#campaigns/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextArea, type TextAreaProps } from "#web/ui/text-area.tsx";
import { campaignTexts } from "./locales/index.ts";
import "#web/variables/variables.css";

/** Names every text understands (behaviour 16.4). */
export const BUILT_IN = ["nome", "primeiro_nome", "numero", "email"];

interface Props extends Pick<TextAreaProps, "label" | "help" | "error" | "rows" | "isReadOnly"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** The company's own variables. */
  readonly variables: readonly string[];
}

/** A text of a campaign with variables to put where the cursor is. */
export function MessageArea({ variables, value, onChange, isReadOnly = false, ...rest }: Props) {
  const t = useText(campaignTexts);
  const input = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const box = input.current;
    const [from, to] = box ? [box.selectionStart, box.selectionEnd] : [value.length, value.length];
    onChange(`${value.slice(0, from)}{${name}}${value.slice(to)}`);
    // The new text is in the field only after it is drawn.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + name.length + 2, from + name.length + 2);
    });
  };
  return (
    <div className="variable-area">
      <TextArea
        {...rest}
        value={value}
        onChange={onChange}
        inputRef={input}
        isReadOnly={isReadOnly}
        maxLength={MAX_TEXT}
      />
      {isReadOnly ? null : (
        <div className="variable-chips">
          {[...BUILT_IN, ...variables].map((name) => (
            <button
              key={name}
              type="button"
              className="variable-chip"
              aria-label={t("field.insert", { name: `{${name}}`, field: rest.label })}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
