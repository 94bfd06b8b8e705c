export type Strength = "weak" | "fair" | "good";

/** Frequent parts of guessed passwords: words and keyboard rows, including Portuguese ones. */
const COMMON =
  /^(?:\d{1,8}|(.)\1*|qwerty\w*|asdf\w*|abc\d*|(?:senha|password|admin|mudar|teste|brasil|flamengo|corinthians|balcao)\W?\d{0,4}\W?)$/i;

/** How hard a password is to guess, roughly; it warns and never refuses (quality section 3). */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  if (password.length < 8 || COMMON.test(password)) return "weak";
  return password.length >= 14 || (password.length >= 10 && kinds >= 3) ? "good" : "fair";
}
