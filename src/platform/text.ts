/** How searches compare: trimmed, lower case, without accents (behaviour 0). Also the SQL function `fold`. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
