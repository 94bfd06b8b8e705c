import { language } from "./language.ts";
import { LANGUAGE_TAGS } from "./languages.ts";

/** A whole number, formatted for the language of the page: `1.234`, `1,234`. */
export const formatNumber = (count: number): string => count.toLocaleString(LANGUAGE_TAGS[language.value]);

/** Bytes in megabytes, at least one, without the unit. */
export const formatMegabytes = (bytes: number): string =>
  formatNumber(Math.max(1, Math.round(bytes / 1_000_000)));
