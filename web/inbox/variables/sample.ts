import dayjs from "dayjs";
import {
  type Braces,
  fillVariables,
  greetingAt,
  type Variable,
  variableOf,
} from "#accounts/settings/text-variables/contract.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";

/** Variables that chips offer for texts to one customer, in this order. */
export const OFFERED = [
  "firstName",
  "name",
  "greeting",
  "protocol",
  "date",
  "hour",
  "userName",
  "queue",
  "company",
] as const satisfies readonly Variable[];
export type OfferedVariable = (typeof OFFERED)[number];

export interface SampleOptions {
  /** The time that the preview assumes. */
  readonly now: Date;
  /** The company's language: greeting and dates are written in it, independently of the page's language. */
  readonly language: "pt-BR" | "en" | "es";
  /** Values that the page knows, such as queue, company and attendant; by variable or spelling. */
  readonly known?: Readonly<Record<string, string>>;
  readonly braces?: Braces;
}

function valuesOf({ now, language, known = {} }: SampleOptions): ReadonlyMap<string, string> {
  const moment = dayjs(now);
  const date = moment.format(dateForms(language).date);
  const hour = moment.format("HH:mm");
  const values: Partial<Record<Variable, string>> = {
    firstName: "Maria",
    name: "Maria Silva",
    greeting: greetingAt(now.getHours(), language),
    protocol: `${moment.format("YYYYMMDD")}0001`,
    date,
    hour,
    datetime: `${date} ${hour}`,
  };
  const own = Object.entries(known).map(
    ([name, value]) => [variableOf(name) ?? name.toLowerCase(), value] as const,
  );
  return new Map([...Object.entries(values), ...own]);
}

/** Preview of a text with sample values, filled in by the code that the server uses; unknown names stay as typed. */
export function sampleText(text: string, options: SampleOptions): string {
  const values = valuesOf(options);
  return fillVariables(text, (name) => values.get(variableOf(name) ?? name), options.braces);
}

/** Replaces the selection `from`…`to` of a text by `added`. Returns the text and the new cursor position. */
export function insertInto(
  text: string,
  added: string,
  from: number,
  to: number,
): { readonly text: string; readonly cursor: number } {
  return { text: text.slice(0, from) + added + text.slice(to), cursor: from + added.length };
}
