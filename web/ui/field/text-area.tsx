import type { Ref } from "react";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { takesFocus, type WantsFocus } from "#web/lib/keyboard/has-keyboard.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./field.tsx";

export interface TextAreaProps
  extends FieldProps,
    Omit<
      AriaTextFieldProps,
      "className" | "style" | "children" | "isInvalid" | "isRequired" | "type" | "autoFocus"
    > {
  readonly placeholder?: string;
  readonly autoFocus?: WantsFocus | undefined;
  /** Minimum number of lines; the field grows with the text. */
  readonly rows?: number;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
  readonly className?: string;
}

/** Several lines of text; grows with its content. */
export function TextArea({
  label,
  help,
  error,
  hideLabel = false,
  placeholder = "",
  rows = 3,
  inputRef,
  className,
  autoFocus,
  ...rest
}: TextAreaProps) {
  return (
    <AriaTextField
      {...rest}
      autoFocus={takesFocus(autoFocus)}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classNames("field", className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired ?? false} />
      <div className="field-box">
        <AriaTextArea
          ref={inputRef}
          className="field-input"
          rows={rows}
          style={{ minHeight: `calc(${rows} * 1.45em + 18px)` }}
          placeholder={placeholder}
        />
      </div>
      <FieldNotes help={help} error={error ?? null} />
    </AriaTextField>
  );
}
