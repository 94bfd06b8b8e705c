/** Forms of address that stand before a name and are no name, in the languages of the product; without dots. */
const TITLES: ReadonlySet<string> = new Set([
  ...["dona", "seu", "senhor", "senhora", "senhorita", "sr", "sra", "srta", "srs", "sras", "sr(a)", "sra(o)"],
  ...["dr", "dra", "dr(a)", "doutor", "doutora", "prof", "profa", "profª", "professor", "professora"],
  ...["eng", "enga", "engª", "engenheiro", "engenheira", "pastor", "pastora", "padre"],
  ...["don", "doña", "señor", "señora", "señorita", "lic", "ing"],
  ...["mr", "mrs", "ms", "miss", "mister", "sir", "madam"],
]);
/** Too short to be told from names unless a dot follows: "D. Maria", "Pe. João". */
const DOTTED: ReadonlySet<string> = new Set(["d.", "da.", "dña.", "pe.", "pr.", "me.", "adv."]);

function isTitle(word: string): boolean {
  const lower = word.toLowerCase();
  return DOTTED.has(lower) || TITLES.has(lower.replace(/[.,:]+$/u, ""));
}

/**
 * The name a person is called by: the first word with a letter or a figure in it that is no form of address ("Dona
 * Maria" is Maria). A name of forms of address alone answers "", and texts leave the address out.
 */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (spoken.length === 0) return words[0] ?? "";
  return spoken.find((word) => !isTitle(word)) ?? "";
}
