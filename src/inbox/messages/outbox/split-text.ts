/** Separators in order of preference. A cut lies in the second half, to avoid many small parts. */
const SEAMS = ["\n\n", "\n", " "] as const;

/** Splits a text into parts of at most `longest` characters: between paragraphs, else lines, else words. Pure. */
export function splitText(text: string, longest: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const at = seamOf(rest, longest);
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

function seamOf(text: string, longest: number): number {
  for (const seam of SEAMS) {
    const at = text.lastIndexOf(seam, longest - seam.length);
    if (at > longest / 2) return at;
  }
  // A single long word is not cut through an emoji.
  return /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
}
