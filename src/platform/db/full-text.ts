/** Maximum number of words in a search; more would make it slower, not better. */
const MAX_WORDS = 8;

/**
 * Typed text as an FTS5 expression in which every word must occur. Each word is quoted, so that operators
 * (`"*^NEAR(`) are text. `prefix`: which words match as prefixes. Null when the text has no letter or digit.
 */
export function matchAll(text: string, prefix: "every" | "last" | "none" = "last"): string | null {
  const words = text
    .replaceAll("\0", "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word, index) => {
      const open = prefix === "every" || (prefix === "last" && index === words.length - 1);
      return `"${word.replaceAll('"', '""')}"${open ? "*" : ""}`;
    })
    .join(" ");
}
