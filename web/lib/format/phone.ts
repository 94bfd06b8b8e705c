/**
 * Formats digits: `+55 11 97777-6666` for Brazil, `+` and the digits for any other country. Text that is no number is returned
 * unchanged. For display only; the API uses digits.
 */
export function formatPhone(number: string): string {
  const digits = number.replace(/\D/g, "");
  if (digits.length < 8) return number;
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${digits}`;
}
