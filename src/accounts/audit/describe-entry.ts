import { labelOf } from "#accounts/settings/index.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { type AuditEntry, CENTS, FLAGS, isReason, WORDED } from "./contract.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const WORDS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };
const NOTHING = "–";

/** An entry as text, with the words of the page. */
export interface DescribedEntry {
  readonly who: string;
  readonly kind: string;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
}

/**
 * Describes an entry in a language; texts without a translation (typed values, older fields) stay unchanged.
 */
export function describeEntry(entry: AuditEntry, language: PageLanguage): DescribedEntry {
  const words = WORDS[language];
  const isSetting = entry.kind === "setting";
  const field = (name: string) =>
    (isSetting ? labelOf(name, language) : undefined) ??
    wordOf(words.field, name) ??
    name.replaceAll("_", " ");
  const value = (name: string, text: string | null | undefined) => {
    if (!text) return NOTHING;
    if (FLAGS.includes(name)) return words.value[text === "1" ? "yes" : "no"];
    if (name === CENTS) return (Number(text) / 100).toFixed(2);
    return isSetting || WORDED.includes(name) ? (wordOf(words.value, text) ?? text) : text;
  };
  const { fields = [], values = {}, count, reason, route } = entry.details;
  const changes = fields.map((name) => {
    const shown = values[name];
    return shown ? `${field(name)}: ${value(name, shown[0])} → ${value(name, shown[1])}` : field(name);
  });
  const details = [
    ...changes,
    ...(count === undefined ? [] : [`${count}`]),
    ...(reason === undefined ? [] : [isReason(reason) ? words.reason[reason] : reason]),
    ...(route === undefined ? [] : [route]),
  ];
  return {
    who: words.who[entry.who],
    kind: words.kind[entry.kind],
    action: words.verb[entry.verb],
    subject: isSetting && entry.thingId !== null ? field(entry.thingId) : (entry.thing ?? ""),
    details: details.join(", "),
  };
}

const wordOf = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;
