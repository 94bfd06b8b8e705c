/** Minimum length of a typed token, characters. */
const MIN_TOKEN = 32;
/** Minimum Shannon entropy, bits; 32 random hexadecimal digits have about 110. */
const MIN_BITS = 90;

/**
 * Returns why a typed token of the send API could be guessed: too short, too few different characters, or repeated
 * parts. Null when it is strong. Generated tokens have at least 128 bits.
 */
export function tokenProblem(token: string): "too_short" | "invalid" | null {
  if (token.length < MIN_TOKEN) return "too_short";
  // Repetition adds no strength: "abcabcabc…" counts as "abc".
  for (let part = 1; part <= token.length / 2; part += 1)
    if (token.slice(part) === token.slice(0, -part)) return "invalid";
  const counts = new Map<string, number>();
  for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / token.length);
  return bits < MIN_BITS ? "invalid" : null;
}
