import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** Meaning of zero in a number field, shown instead of it. */
export type ZeroLabel =
  | "never"
  | "unlimited"
  | "atOnce"
  | "forever"
  | "noWait"
  | "alwaysNew"
  | "off"
  | "always"
  | "notIncluded"
  | "standard";

export interface NumberInputProps
  extends Omit<TextFieldProps, "value" | "onChange" | "placeholder" | "inputMode"> {
  /** Digits; "0" is shown as the meaning of zero. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly zero: ZeroLabel;
  /** Allows fractions: "0,5". */
  readonly isDecimal?: boolean;
}

/** A number whose zero has a special meaning, shown as the placeholder of the empty field ("Sem limite"). */
export function NumberInput({ value, onChange, zero, suffix, isDecimal = false, ...rest }: NumberInputProps) {
  const t = useText(common);
  // While "0,5" is typed, the text is "0" and then "0,"; neither may be cleared.
  const [typing, setTyping] = useState<string | null>(null);
  const isZero = value === "" || Number(value.replace(",", ".")) === 0;
  if (isDecimal)
    return (
      <TextField
        {...rest}
        value={typing ?? (isZero ? "" : value)}
        placeholder={t(`zero.${zero}`)}
        suffix={isZero ? null : suffix}
        inputMode="decimal"
        onBlur={(event) => {
          setTyping(null);
          rest.onBlur?.(event);
        }}
        onChange={(typed) => {
          const text = typed.replace(/[^\d.,]/g, "").slice(0, 12);
          setTyping(text);
          onChange(text === "" ? "0" : text);
        }}
      />
    );
  return (
    <TextField
      {...rest}
      value={isZero ? "" : value}
      placeholder={t(`zero.${zero}`)}
      suffix={isZero ? null : suffix}
      inputMode="numeric"
      onChange={(typed) => onChange(String(Number(typed.replace(/\D/g, "").slice(0, 12))))}
    />
  );
}
