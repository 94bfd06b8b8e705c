import * as v from "valibot";

/**
 * Variables in texts to customers, with one syntax for server and pages. A variable is written `{{name}}`; campaigns
 * also accept `{name}`. Rules: docs/rules/variables.md.
 */

/** Every variable with its spellings in lower case; the page offers the first one. */
const SPELLINGS = {
  firstName: ["firstname", "primeiro_nome"],
  name: ["name", "nome"],
  greeting: ["greeting", "gretting", "ms", "saudacao"],
  protocol: ["protocol", "protocolo"],
  date: ["date", "data"],
  hour: ["hour", "hora", "time"],
  datetime: ["datetime", "data_hora"],
  number: ["number", "numero"],
  email: ["email"],
  ticket: ["ticket", "ticket_id"],
  userName: ["username", "user", "atendente"],
  queue: ["queue", "fila"],
  connection: ["connection", "conexao"],
  company: ["company", "name_company", "empresa"],
} as const;
export type Variable = keyof typeof SPELLINGS;
export const VARIABLES = Object.keys(SPELLINGS) as readonly Variable[];
const BY_SPELLING: ReadonlyMap<string, Variable> = new Map(
  VARIABLES.flatMap((variable) => SPELLINGS[variable].map((spelling) => [spelling, variable] as const)),
);

/** The variable with this spelling, ignoring case; undefined when there is none. */
export const variableOf = (name: string): Variable | undefined => BY_SPELLING.get(name.trim().toLowerCase());

/** `double`: `{{name}}` alone. `campaign`: `{name}` as well. */
export type Braces = "double" | "campaign";
const DOUBLE = /\{\{\s*([^{}]{1,60}?)\s*\}\}/g;
const EITHER = /\{\{\s*([^{}]{1,60}?)\s*\}\}|(?<!\{)\{\s*([A-Za-z0-9_]{1,30})\s*\}(?!\})/g;
const patternOf = (braces: Braces): RegExp => (braces === "double" ? DOUBLE : EITHER);

/** Value of a variable by its name as typed, lower case; undefined = no such variable. */
export type Values = (name: string) => string | undefined;

/**
 * Replaces variables by their values in one pass. Values are neither escaped nor rendered again, and unknown
 * variables stay as typed. Where a person's name is empty, the comma or blank before it is removed as well: "Bom dia,
 * {{firstName}}!" becomes "Bom dia!".
 */
export function fillVariables(text: string, values: Values, braces: Braces = "double"): string {
  if (!text.includes("{")) return text;
  let filled = "";
  let end = 0;
  for (const match of text.matchAll(patternOf(braces))) {
    const name = (match[1] ?? match[2] ?? "").toLowerCase();
    const value = values(name);
    filled += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (value === "" && isPersonName(name)) filled = filled.replace(/,?[ \t]+$/, "");
    filled += value ?? match[0];
  }
  return filled + text.slice(end);
}

const isPersonName = (name: string): boolean => {
  const variable = variableOf(name);
  return variable === "firstName" || variable === "name";
};

/** Names that a text may use in addition to the product's variables. */
export interface KnownNames {
  /** Additional fields of the company's contacts, lower case. */
  readonly extras: ReadonlySet<string>;
  /** The company's own campaign variables, lower case; none outside campaigns. */
  readonly keys?: ReadonlySet<string>;
}
interface VariableProblem {
  /** As typed, at most 40 characters. */
  readonly variable: string;
  /** `unknown`: no such variable. `unfinished`: braces that do not form one. `braces`: `{name}` outside campaigns. */
  readonly reason: "unknown" | "unfinished" | "braces";
}

/** The variables of a text that would reach the customer unreplaced, in the order of the text, without duplicates. */
export function variableProblems(
  text: string,
  known: KnownNames,
  braces: Braces = "double",
): VariableProblem[] {
  const found = new Map<string, VariableProblem>();
  const add = (typed: string, reason: VariableProblem["reason"]) => {
    const variable = typed.slice(0, 40);
    if (!found.has(variable)) found.set(variable, { variable, reason });
  };
  const rest = text.replace(EITHER, (typed, inDouble: string | undefined, inSingle: string | undefined) => {
    const name = (inDouble ?? inSingle ?? "").toLowerCase();
    const isKnown = variableOf(name) !== undefined || known.keys?.has(name) || known.extras.has(name);
    if (inDouble !== undefined || braces === "campaign") {
      if (!isKnown) add(typed, "unknown");
    } else if (variableOf(name) !== undefined) add(typed, "braces");
    return "";
  });
  for (const [typed] of rest.matchAll(/\{\{[^{}\n]{0,36}\}?|[^{}\s]{0,36}\}\}/g)) add(typed, "unfinished");
  return [...found.values()];
}

/** `GET /text-variables`: names that texts of this company may use in addition to the product's variables. */
export const TextVariables = v.object({ extras: v.array(v.string()), keys: v.array(v.string()) });
export type TextVariables = v.InferOutput<typeof TextVariables>;

type Language = "pt-BR" | "en" | "es";

/** Greetings with the hour of the day from which they are used. None is a farewell, so "Good night" is missing. */
const GREETINGS: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  "pt-BR": [
    [18, "Boa noite"],
    [12, "Boa tarde"],
    [6, "Bom dia"],
    [0, "Boa madrugada"],
  ],
  en: [
    [18, "Good evening"],
    [12, "Good afternoon"],
    [0, "Good morning"],
  ],
  es: [
    [18, "Buenas noches"],
    [12, "Buenas tardes"],
    [6, "Buenos días"],
    [0, "Buenas noches"],
  ],
};

/** The greeting of an hour of the day, 0 to 23, in the company's language. */
export const greetingAt = (hour: number, language: Language): string =>
  GREETINGS[language].find(([from]) => hour >= from)?.[1] ?? "";

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
