const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** A size such as `812 kB` or `1,4 GB`: powers of 1000, as disk sizes are sold. */
export function formatBytes(bytes: number, language: string): string {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 10 && unit > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${UNITS[unit]}`;
}
