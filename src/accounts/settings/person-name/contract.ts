/** Forms of address before a name, in the languages of the product; without dots. */
const TITLES: ReadonlySet<string> = new Set([
  ...["dona", "seu", "senhor", "senhora", "senhorita", "sr", "sra", "srta", "srs", "sras", "sr(a)", "sra(o)"],
  ...["dr", "dra", "dr(a)", "doutor", "doutora", "prof", "profa", "profª", "professor", "professora"],
  ...["eng", "enga", "engª", "engenheiro", "engenheira", "pastor", "pastora", "padre"],
  ...["don", "doña", "señor", "señora", "señorita", "lic", "ing"],
  ...["mr", "mrs", "ms", "miss", "mister", "sir", "madam"],
]);
/** Abbreviated forms of address, recognized only with their dot: "D. Maria", "Pe. João". */
const DOTTED: ReadonlySet<string> = new Set(["d.", "da.", "dña.", "pe.", "pr.", "me.", "adv."]);

function isTitle(word: string): boolean {
  const lower = word.toLowerCase();
  return DOTTED.has(lower) || TITLES.has(lower.replace(/[.,:]+$/u, ""));
}

/**
 * The first name used to address a person: the first word with a letter or digit that is not a form of
 * address ("Dona Maria" gives Maria). "" when the name has only forms of address; texts then leave the name
 * out.
 */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (spoken.length === 0) return words[0] ?? "";
  return spoken.find((word) => !isTitle(word)) ?? "";
}
