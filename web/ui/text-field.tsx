import type { ReactNode, Ref } from "react";
import { Input } from "react-aria-components/Input";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { classNames } from "./class-names.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./field.tsx";

export interface TextFieldProps
  extends FieldProps,
    Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid" | "isRequired"> {
  readonly placeholder?: string;
  /** An icon before the text. */
  readonly icon?: ReactNode;
  /** A unit or a small button after the text. */
  readonly suffix?: ReactNode;
  /** `soft` for search boxes: no edge. */
  readonly variant?: "normal" | "soft";
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** One line of text. */
export function TextField({
  label,
  help,
  error,
  hideLabel = false,
  placeholder = "",
  icon,
  suffix,
  variant = "normal",
  inputRef,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classNames("field", className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired ?? false} />
      <div className={classNames("field-box", variant === "soft" && "field-box-soft")}>
        {icon}
        <Input ref={inputRef} className="field-input" placeholder={placeholder} />
        {typeof suffix === "string" ? <span className="field-suffix">{suffix}</span> : suffix}
      </div>
      <FieldNotes help={help} error={error ?? null} />
    </AriaTextField>
  );
}
