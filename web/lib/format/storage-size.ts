const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** `812 KB`, `1,4 GB`: in steps of 1,024, as storage is counted in plans. */
export function formatStorage(bytes: number, language: string): string {
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const maximumFractionDigits = value < 10 && unit > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits }).format(value)} ${UNITS[unit]}`;
}

/** Formats the storage of a plan in the language of the page. */
export const formatStorageLimit = (gb: number): string =>
  formatStorage(gb * 1024 ** 3, document.documentElement.lang || "pt-BR");
