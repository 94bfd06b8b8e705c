import type { ReactNode, Ref } from "react";
import { Input } from "react-aria-components/Input";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { takesFocus, type WantsFocus } from "#web/lib/keyboard/has-keyboard.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./field.tsx";
import { SearchBox } from "./search-box.tsx";

export interface TextFieldProps
  extends FieldProps,
    Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid" | "isRequired" | "autoFocus"> {
  readonly placeholder?: string;
  readonly autoFocus?: WantsFocus | undefined;
  /** An icon before the text. */
  readonly icon?: ReactNode;
  /** A unit or a small button after the text. */
  readonly suffix?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/**
 * One line of text. Type `search` looks the same everywhere: a magnifying glass, no border, the label only for screen
 * readers.
 */
export function TextField({
  label,
  help,
  error,
  hideLabel,
  placeholder = "",
  icon,
  suffix,
  inputRef,
  className,
  autoFocus,
  ...rest
}: TextFieldProps) {
  const isSearch = rest.type === "search";
  const content = (
    <>
      {icon}
      <Input ref={inputRef} className="field-input" placeholder={placeholder} />
      {typeof suffix === "string" ? <span className="field-suffix">{suffix}</span> : suffix}
    </>
  );
  return (
    <AriaTextField
      {...rest}
      autoFocus={takesFocus(autoFocus)}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classNames("field", className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel ?? isSearch} isRequired={rest.isRequired ?? false} />
      {isSearch ? <SearchBox>{content}</SearchBox> : <div className="field-box">{content}</div>}
      <FieldNotes help={help} error={error ?? null} />
    </AriaTextField>
  );
}
