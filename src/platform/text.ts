/**
 * The form in which searches compare texts: trimmed, lower case, without accents (docs/rules/general.md#search). Also
 * the SQL function `fold`.
 */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
