/** An amount in millionths of a currency, in the page's language; small amounts keep their decimals. */
export function formatMicros(micros: number, currency: string, language: string): string {
  const amount = micros / 1_000_000;
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** An amount as a person would type it: without currency and grouping. */
export const typedMicros = (micros: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(
    micros / 1_000_000,
  );

/** Reads a typed amount ("0,0625") in millionths; null when it is no amount. Digits are moved, never multiplied. */
export function parseMicros(text: string): number | null {
  const found = /^(\d{1,6})(?:[.,](\d{0,6}))?$/.exec(text.trim());
  return found ? Number(found[1]) * 1_000_000 + Number((found[2] ?? "").padEnd(6, "0")) : null;
}
