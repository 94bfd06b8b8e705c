/** Where a text is cut best, in this order; a cut stands in the second half, or pieces would be too many. */
const SEAMS = ["\n\n", "\n", " "] as const;

/** A text as pieces a network takes, in their order: cut between paragraphs, else lines, else words. Pure. */
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
  // One endless word: not through the middle of an emoji.
  return /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
}
