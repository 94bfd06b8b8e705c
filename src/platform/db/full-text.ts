/** Longest search, in words; more of them cannot make a result better, only slower. */
const MAX_WORDS = 8;

/**
 * Typed text as an FTS5 expression in which every word must occur: each word stands in quotes, so that operators
 * (`"*^NEAR(`) are only text. `prefix` says which words may go on. Null when there is no letter or digit in it.
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
