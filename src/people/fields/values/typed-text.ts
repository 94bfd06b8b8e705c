import { type FieldKind, type FieldValue, MAX_TEXT } from "#people/fields/contract.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { fold } from "#platform/text.ts";
import { isDay } from "./stored-form.ts";

type Defined = { readonly kind: FieldKind; readonly choices: readonly string[] };

const YES: ReadonlySet<string> = new Set(["sim", "yes", "si", "s", "y", "true", "verdadeiro", "1", "x"]);
const NO: ReadonlySet<string> = new Set(["nao", "no", "n", "false", "falso", "0"]);
const WORDS: Readonly<Record<PageLanguage, readonly [yes: string, no: string]>> = {
  pt: ["Sim", "Não"],
  en: ["Yes", "No"],
  es: ["Sí", "No"],
};

/** Reads a text of a file or of extra information as a value; undefined = it does not fit, null = empty. */
export function valueOfText({ kind, choices }: Defined, typed: string): FieldValue | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  switch (kind) {
    case "text":
      return text.length <= MAX_TEXT ? text : undefined;
    case "number":
      return numberOf(text);
    case "date":
      return dayOf(text);
    case "choice":
      return choiceOf(choices, text);
    case "multi": {
      const one = choiceOf(choices, text);
      if (one !== undefined) return [one];
      const parts = text.split(/[,;|]/).map((part) => part.trim());
      const found = parts.filter((part) => part !== "").map((part) => choiceOf(choices, part));
      return found.every((part) => part !== undefined) ? found : undefined;
    }
    case "yes_no": {
      const word = fold(text);
      return YES.has(word) ? true : NO.has(word) ? false : undefined;
    }
  }
}

const choiceOf = (choices: readonly string[], text: string): string | undefined =>
  choices.find((choice) => fold(choice) === fold(text));

/** `1.234,56`, `1,234.56`, `1234,56` and `1234.56`; a single sign with three digits after it separates thousands. */
function numberOf(text: string): number | undefined {
  const bare = text.replace(/^R\$|^\$|[\s\u00a0]/g, "");
  if (!/^-?\d[\d.,]*$/.test(bare)) return undefined;
  const decimal = decimalSign(bare);
  const digits = [...bare].filter((sign) => /[\d-]/.test(sign) || sign === decimal).join("");
  const value = Number(digits.replace(",", "."));
  return Number.isFinite(value) ? value : undefined;
}

function decimalSign(text: string): string | null {
  const [comma, dot] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  const sign = comma >= 0 ? "," : dot >= 0 ? "." : null;
  if (sign === null || text.indexOf(sign) !== text.lastIndexOf(sign)) return null;
  return sign === "." && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? null : sign;
}

/** Reads `DD/MM/YYYY`, also with `-` or `.`, and `YYYY-MM-DD`; a time of day after it is ignored. */
function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(text);
  const [, year, month, day] = iso ?? (local ? [local[0], local[3], local[2], local[1]] : []);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const found = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(found) ? found : undefined;
}

/** A value in texts and files: dates read DD/MM/YYYY, several choices are joined by a comma. */
export function textOfValue(kind: FieldKind, value: FieldValue, language: PageLanguage): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return WORDS[language][value ? 0 : 1];
  if (typeof value === "number") return language === "en" ? String(value) : String(value).replace(".", ",");
  return kind === "date" ? value.split("-").reverse().join("/") : value;
}
