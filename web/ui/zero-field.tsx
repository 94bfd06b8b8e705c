import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** What zero means in a field. A field never shows a zero: it shows this word. */
export type ZeroWord =
  | "never"
  | "unlimited"
  | "atOnce"
  | "forever"
  | "noWait"
  | "alwaysNew"
  | "off"
  | "standard";

export interface ZeroFieldProps
  extends Omit<TextFieldProps, "value" | "onChange" | "placeholder" | "inputMode"> {
  /** Digits; "0" is shown as the word. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly zero: ZeroWord;
}

/** A whole number whose zero has a meaning of its own: an empty field says it in a word ("Sem limite"). */
export function ZeroField({ value, onChange, zero, suffix, ...rest }: ZeroFieldProps) {
  const t = useText(common);
  const isZero = value === "" || Number(value) === 0;
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
