/** Shortens a text to `most` whole characters; a truncated text ends with `…`. */
export function truncate(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}
