/**
 * Digits as people write them: `+55 11 97777-6666` for Brazil, `+` and the digits for any other country. What
 * is no number stays as it is. Only for the eye; the wire knows digits alone.
 */
export function formatPhone(number: string): string {
  const digits = number.replace(/\D/g, "");
  if (digits.length < 8) return number;
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${digits}`;
}
