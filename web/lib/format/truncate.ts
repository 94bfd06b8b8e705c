/** The beginning of a text for one line of a list: whole letters, `…` where something is left out. */
export function truncate(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}
