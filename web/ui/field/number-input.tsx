import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** What zero means in a field. A field never shows a zero: it shows this word. */
export type ZeroLabel =
  | "never"
  | "unlimited"
  | "atOnce"
  | "forever"
  | "noWait"
  | "alwaysNew"
  | "off"
  | "standard";

export interface NumberInputProps
  extends Omit<TextFieldProps, "value" | "onChange" | "placeholder" | "inputMode"> {
  /** Digits; "0" is shown as the word. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly zero: ZeroLabel;
  /** Parts of one can be typed: "0,5". */
  readonly isDecimal?: boolean;
}

/** A number whose zero has a meaning of its own: an empty field says it in a word ("Sem limite"). */
export function NumberInput({ value, onChange, zero, suffix, isDecimal = false, ...rest }: NumberInputProps) {
  const t = useText(common);
  // While "0,5" is typed it is "0" and "0," for a moment, which must not vanish under the fingers.
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
