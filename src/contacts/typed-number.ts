import { invalidFields } from "#platform/errors.ts";

/** The digits of a typed number; 8 to 20 must remain, else 400 ERR_VALIDATION (behaviour 1.3). */
export function readNumber(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (digits.length < 8) throw invalidFields({ number: "too_short" });
  if (digits.length > 20) throw invalidFields({ number: "too_long" });
  return digits;
}
