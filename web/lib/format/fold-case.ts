/** Lower case without accents; character by character, so that indexes remain the same. */
export function foldCase(text: string): string {
  return Array.from(text, (char) => {
    const plain = char.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return plain.length === char.length
      ? plain
      : char.toLowerCase().slice(0, char.length).padEnd(char.length);
  }).join("");
}
