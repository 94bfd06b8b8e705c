import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { TextArea, type TextAreaProps } from "#web/ui/field/text-area.tsx";
import { variableTexts } from "./locales/index.ts";
import { useSample } from "./use-sample.ts";
import { VariableChips, type VariableChipsProps } from "./variable-chips.tsx";
import "./variables.css";

export interface VariableAreaProps
  extends Omit<TextAreaProps, "value" | "onChange" | "inputRef">,
    Pick<VariableChipsProps, "names" | "braces" | "also"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Values known to the page, such as `queue` and `company`, for the preview. */
  readonly known?: Readonly<Record<string, string>>;
  /** Local time of the preview; default: now. */
  readonly at?: Date;
  /** Text that the product appends to the typed one, for the preview. */
  readonly below?: string;
  /** True when a preview is shown beside the field already. */
  readonly hidePreview?: boolean;
}

/** Field for a text to customers, with chips that insert variables and a preview. */
export function VariableArea({
  value,
  onChange,
  known = {},
  at,
  below = "",
  hidePreview = false,
  names,
  braces,
  also,
  ...rest
}: VariableAreaProps) {
  useSignals();
  const t = useText(variableTexts);
  const input = useRef<HTMLTextAreaElement>(null);
  const written = useSample(known, at)(value);
  const shown = [written, below].filter((part) => part.trim() !== "").join("\n\n");
  return (
    <div className="variable-area">
      <TextArea {...rest} value={value} onChange={onChange} inputRef={input} />
      <VariableChips
        field={rest.label}
        input={input}
        value={value}
        onChange={onChange}
        isReadOnly={rest.isReadOnly ?? false}
        {...(names && { names })}
        {...(braces && { braces })}
        {...(also && { also })}
      />
      {hidePreview || shown.trim() === "" ? null : (
        <section className="variable-preview" aria-label={t("area.preview", { field: rest.label })}>
          <p className="variable-bubble">
            <FormattedText text={shown} />
          </p>
        </section>
      )}
    </div>
  );
}
