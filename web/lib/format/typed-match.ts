import { foldCase } from "./fold-case.ts";

/** True if the text contains every typed word, in any order, ignoring case and accents; true for no words. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldCase(text);
  return foldCase(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** True if the number contains the typed digits, written in any usual way: "(12) 97777-1111", "+55 12 …". */
export function hasDigits(number: string, typed: string): boolean {
  const digits = typed.replaceAll(/[\s().+-]/g, "");
  return /^\d+$/.test(digits) && number.includes(digits);
}
